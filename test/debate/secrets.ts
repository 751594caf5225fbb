/** Made-up secrets in the shapes of their issuers, put together here so that no scanner takes this file for a leak. */
const letters = 'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD';
const of = (length: number, alphabet = letters): string =>
	alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);
const hex = (length: number): string => of(length, '0f1e2d3c4b5a69788796');
const upper = (length: number): string => of(length, 'Q7ZD2LMX4RTWVA5B');
const join = (...parts: readonly string[]): string => parts.join('');

/** The key id that Amazon's own documentation shows. */
export const awsExample = join('AKIA', 'IOSFODNN7EXAMPLE');

const pem = (label: string, extra = ''): string =>
	[
		join('-----BEGIN ', label, '-----'),
		...(extra ? [extra, ''] : []),
		of(64),
		of(64),
		`${of(30)}==`,
		join('-----END ', label, '-----'),
	].join('\n');

/** [text, the part of it that must not remain, the kind it is replaced by] */
export const secrets: readonly (readonly [string, string, string])[] = [
	...(
		[
			['openai-key', join('sk-', of(48))],
			['openai-key', join('sk-', 'proj-', of(60), '_-', of(20))],
			['openai-key', join('sk-', 'svcacct-', of(40))],
			['anthropic-key', join('sk-ant', '-api03-', of(80), '-', of(8), 'AA')],
			['openrouter-key', join('sk-or', '-v1-', hex(64))],
			['google-key', join('AI', 'zaSy', of(33))],
			['google-oauth', join('GOC', 'SPX-', of(28))],
			['google-oauth', join('ya', '29.', of(60))],
			['xai-key', join('xai', '-', of(80))],
			['groq-key', join('gsk', '_', of(52))],
			['perplexity-key', join('pplx', '-', of(48))],
			['nvidia-key', join('nvapi', '-', of(64))],
			['replicate-key', join('r8', '_', of(37))],
			['huggingface-token', join('hf', '_', of(34))],
			['github-token', join('ghp', '_', '16C7e42F292c6912E7710c838347Ae178B4a')],
			['github-token', join('gho', '_', of(36))],
			['github-token', join('ghu', '_', of(36))],
			['github-token', join('ghs', '_', of(36))],
			['github-token', join('ghr', '_', of(76))],
			['github-token', join('github', '_pat_', of(22), '_', of(59))],
			['gitlab-token', join('glpat', '-', of(20))],
			['aws-key-id', awsExample],
			['aws-key-id', join('ASIA', upper(16))],
			['aws-secret', join('wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYEXAMPLEKEY')],
			['slack-token', join('xoxb', '-17653672481-19874698323-', of(24))],
			['slack-token', join('xoxp', '-', of(40))],
			['slack-token', join('xapp', '-1-A02-', of(40))],
			['slack-webhook', join('hooks.slack', '.com/services/T00000000/B00000000/', of(24))],
			['stripe-key', join('sk', '_live_', of(24))],
			['stripe-key', join('rk', '_live_', of(24))],
			['stripe-key', join('sk', '_test_', '4eC39HqLyjWDarjtT1zdp7dc')],
			['npm-token', join('npm', '_', of(36))],
			['pypi-token', join('pypi', '-AgEIcHlwaS5vcmc', of(80))],
			['sendgrid-key', join('SG', '.', of(22), '.', of(43))],
			['twilio-key', join('SK', hex(32))],
			['telegram-token', join('110201543', ':', 'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8')],
			['vault-token', join('hvs', '.', of(90))],
			['jwt', join('eyJ', 'hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.', 'eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0.', of(43))],
			['private-key', pem('RSA PRIVATE KEY')],
			['private-key', pem('RSA PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF')],
			['private-key', pem('OPENSSH PRIVATE KEY')],
			['private-key', pem('PRIVATE KEY').replaceAll('\n', '\\n')],
			['private-key', pem('PGP PRIVATE KEY BLOCK', 'Version: GnuPG v2')],
		] as const
	).map(([kind, secret]) => [secret, secret, kind] as const),
	['Authorization: Bearer mF_9.B5f-4.1JqM22aZ', 'mF_9.B5f-4.1JqM22aZ', 'token'],
	['Authorization: Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjpwYXNzd29yZA', 'credentials'],
	['postgres://rostrum:s3cr3t@db.example.org:5432/x', 's3cr3t', 'password'],
	['https://user:p@ss!word@example.org/path', 'p@ss!word', 'password'],
	['DB_PASSWORD=hunter2', 'hunter2', 'password'],
	['DB_PASSWORD=p@ss(w)rd;1', 'p@ss(w)rd;1', 'password'],
	['export STRIPE_SECRET_KEY="abcd1234efgh"', 'abcd1234efgh', 'key'],
	['API_KEY=swordfish', 'swordfish', 'key'],
	['password: hunter2', 'hunter2', 'password'],
	['**Password:** hunter2', 'hunter2', 'password'],
	['{"password": "correct horse battery staple"}', 'correct horse', 'password'],
	[String.raw`{\"apiKey\":\"zyx987wvu\"}`, 'zyx987wvu', 'key'],
	['{"client_secret":"s8fJ2-kd9"}', 's8fJ2-kd9', 'secret'],
	['aws_secret_access_key = abc/DEF+ghi0', 'abc/DEF+ghi0', 'key'],
	['access_token: 9f8e7d6c5b4a', '9f8e7d6c5b4a', 'token'],
	["const authToken = 'a1b2c3d4';", 'a1b2c3d4', 'token'],
	['api_key: str = "a1b2c3d4"', 'a1b2c3d4', 'key'],
	['os.environ["API_KEY"] = "supersecret"', 'supersecret', 'key'],
	...['a1b2c3d4', 'a1b2c3d4e', 'a1b2c3d4e5', 'a1b2c3d4e5f'].map(key => [`api_key: ${key}`, key, 'key'] as const),
	['tool --token abc123def456 --verbose', 'abc123def456', 'token'],
	['https://example.org/x?token=abc123&page=2', 'abc123', 'token'],
	['OPENAI_KEY=abcdEFGH12345678ijkl', 'abcdEFGH12345678ijkl', 'key'],
	['PASSWORD=пароль.верный', 'пароль', 'password'],
	['<password>hunter2</password>', 'hunter2', 'password'],
	['<ns:db.Password encrypted="false">correcthorse</ns:db.Password>', 'correcthorse', 'password'],
	['<apiKey><![CDATA[zyx987wvu]]></apiKey>', 'zyx987wvu', 'key'],
	['<server><id>x</id><privateToken>a1b2c3d4</privateToken></server>', 'a1b2c3d4', 'token'],
	['<add key="Stripe.ApiKey" value="zyx987wvu" />', 'zyx987wvu', 'key'],
	...(
		[
			join('sk-ant', '-api03-', of(80)),
			join('AKIA', upper(16)),
			pem('RSA PRIVATE KEY'),
			'DB_HOST=db\nDB_PASSWORD=hunter2horse\n',
		] as const
	).flatMap(text => {
		const encoded = Buffer.from(text).toString('base64');
		return [
			[encoded, encoded.slice(0, 20), 'secret-in-base64'] as const,
			[`data: abc/${encoded}`, encoded.slice(0, 20), 'secret-in-base64'] as const,
			[`data: x/${encoded}`, encoded.slice(0, 20), 'secret-in-base64'] as const,
		];
	}),
];

/** What looks a little like a secret and is none. */
export const harmless: readonly string[] = [
	'She had to choose a password: nobody had told her that the secret: candour, was the token of trust.',
	'Password: a history of the word. The secret is co-operation; a token gesture; "a key: value pair".',
	'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 and git 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
	'id 123e4567-e89b-12d3-a456-426614174000, contentHash: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
	'const token = await floor.ask(judge); const secret = process.env.APP_SECRET; const password = readPassword();',
	'function login(password: string, token: Token): boolean { return check(password, token); }',
	'login(password=password, token=my_token); if (password === confirmed) return;',
	'max_tokens=4096, tokens: 128000, token_count = 17, tokenizer = tiktoken, primary_key: user_id, sort_key=created_at',
	'A ticket costs $12.50 (was 20.00 EUR), 3:45 pm, ratio 16:9, see https://example.org:8080/a/b?c=d#e and mail a@b.org.',
	'![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)',
	'The task-oriented risk-averse desk-bound sk-learn user asked: sk-? A bearer of bad news, the bearer responsibilities.',
	'API_KEY=$SECRET_FROM_VAULT, password: "", token: null, api_key: <your key>, PASSWORD=***, secret = ${VAULT}',
	'A PEM file begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----, so they say.',
	'-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
	'<password>${db.password}</password> <token>null</token> <maxTokens>4096</maxTokens> <key>value</key> <secret/>',
	'<label for="password">Your password</label><input name="password" type="password">',
	Buffer.from('Nothing in here is secret, though it is long enough to hold a key.').toString('base64'),
	'私のパスワードは秘密です。密码：不告诉你。',
];
