/** Known kinds of secrets by their format: prefix, alphabet and minimum length, as their issuers define them. */

/** A secret begins at a word boundary; an escaped `\n` in quoted text counts as one. */
const start = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))`;
const stop = '(?![A-Za-z0-9])';

/**
 * `shape` is the source of a pattern without capturing groups. It begins with a literal, so that one linear pass finds
 * them all; `bare` is the same without what has to stand before it.
 */
export const shapes: readonly {readonly kind: string; readonly shape: string; readonly bare: string}[] = [
	['anthropic-key', 'sk-ant-[A-Za-z0-9_-]{16,}'],
	['openrouter-key', 'sk-or-[A-Za-z0-9_-]{16,}'],
	['openai-key', 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}'],
	['openai-key', 'sk-[A-Za-z0-9]{20,}'],
	['google-key', 'AIza[A-Za-z0-9_-]{30,}'],
	['google-oauth', String.raw`(?:GOCSPX-|ya29\.)[A-Za-z0-9_-]{20,}`],
	['xai-key', 'xai-[A-Za-z0-9]{20,}'],
	['groq-key', 'gsk_[A-Za-z0-9]{20,}'],
	['perplexity-key', 'pplx-[A-Za-z0-9]{32,}'],
	['nvidia-key', 'nvapi-[A-Za-z0-9_-]{32,}'],
	['replicate-key', 'r8_[A-Za-z0-9]{32,}'],
	['huggingface-token', 'hf_[A-Za-z0-9]{30,}'],
	['github-token', 'gh[pousr]_[A-Za-z0-9]{20,}'],
	['github-token', 'github_pat_[A-Za-z0-9_]{20,}'],
	['gitlab-token', 'gl(?:pat|dt|rt|ptt|soat)-[A-Za-z0-9_-]{20,}'],
	['aws-key-id', `(?:AKIA|ASIA)[A-Z0-9]{16}${stop}`],
	['aws-secret', `[A-Za-z0-9/+]{30}EXAMPLEKEY${stop}`],
	['slack-token', 'xox[abeoprs]-[A-Za-z0-9-]{10,}'],
	['slack-token', 'xapp-[A-Za-z0-9-]{20,}'],
	['slack-webhook', String.raw`hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}`],
	['discord-webhook', String.raw`discord(?:app)?\.com/api/webhooks/[0-9]{10,}/[A-Za-z0-9_-]{20,}`],
	['stripe-key', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}'],
	['stripe-secret', 'whsec_[A-Za-z0-9+/]{20,}'],
	['square-token', 'sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}'],
	['shopify-token', 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}'],
	['npm-token', `npm_[A-Za-z0-9]{36}${stop}`],
	['pypi-token', 'pypi-[A-Za-z0-9_-]{40,}'],
	['docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'],
	['digitalocean-token', 'do[opr]_v1_[a-f0-9]{64}'],
	['sendgrid-key', String.raw`SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}`],
	['mailgun-key', `key-[a-f0-9]{32}${stop}`],
	['twilio-key', `(?:SK|AC)[a-f0-9]{32}${stop}`],
	['telegram-token', '[0-9]{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])'],
	['grafana-token', 'gl(?:sa|c)_[A-Za-z0-9_+/=]{32,}'],
	['linear-key', 'lin_api_[A-Za-z0-9]{32,}'],
	['vault-token', String.raw`hv[sbr]\.[A-Za-z0-9_-]{24,}`],
	['atlassian-token', 'ATATT3[A-Za-z0-9_=-]{32,}'],
	['age-key', 'AGE-SECRET-KEY-1[A-Z0-9]{40,}'],
	['jwt', String.raw`eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?`],
].map(([kind = '', shape = '']) => ({kind, shape: start + shape, bare: shape}));

/** Secrets recognised by the text before them, which is the first group and is kept. */
export const inContext: readonly {readonly kind: string; readonly pattern: RegExp}[] = [
	{
		kind: 'password',
		pattern: /(:\/\/[!-.0-9;-?A-Z^-~]{0,128}:)(?:(?!\[redacted:)[!"$-.0->@-~]){1,256}(?=@)/gu,
	},
	{
		kind: 'token',
		pattern: /((?:\b|(?<=\\[nrt]))bearer\s{1,8})(?=[A-Za-z._~+/-]{0,512}[0-9])[A-Za-z0-9._~+/-]{16,}={0,2}/giu,
	},
	{
		kind: 'credentials',
		pattern: /((?:\b|(?<=\\[nrt]))authorization["']?\s{0,4}[:=]\s{0,4}["']?basic\s{1,8})[A-Za-z0-9+/]{8,}={0,2}/giu,
	},
];
