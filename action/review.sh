#!/usr/bin/env bash
# Reviews the pull request of a workflow. It reads the change through gh and checks nothing out. Where actions/checkout
# ran before, callers are read from that checkout, and evidence runs in the sandbox, in copies of it. A pull request from
# a fork gets no key, and so no review.
set -euo pipefail

out() { [ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"; }
end() {
	out exit-code "$1"
	exit "$1"
}
# What programs say, as the text of an annotation in one line.
data() { tr -d '\r' <<<"$1" | cut -c 1-600 | sed 's/%/%25/g' | sed -z 's/\n$//; s/\n/%0A/g'; }
summary() {
	[ -z "${GITHUB_STEP_SUMMARY:-}" ] || printf '%s\n' "$@" >>"$GITHUB_STEP_SUMMARY" ||
		echo '::warning title=Rostrum::The summary could not be written.'
}
# Tells on the run's page and in its summary what happened, what was said of it, and what to do.
tell() {
	echo "::$1 title=Rostrum::$(data "$2${3:+ $3} $4")"
	summary "## Rostrum: $2" '' "$4" ''
	[ -z "$3" ] || summary "$(cut -c 1-600 <<<"$3" | sed 's/^/    /')" ''
}

if [ -z "${PR_NUMBER:-}" ]; then
	tell error 'This workflow was not started by a pull request.' '' 'Use "on: pull_request" in the workflow.'
	out verdict none
	end 2
fi
if [ "${PR_HEAD_REPO:-}" != "${PR_BASE_REPO:-}" ]; then
	tell notice 'Not reviewed: the pull request comes from a fork, which is given no key.' '' 'Review it on your own machine with "rostrum run code-debate --pr".'
	out verdict skipped
	end 0
fi
voice="${REVIEW_VOICE:-${ROSTRUM_VOICE:-}}"
if [ -z "$voice" ] && { [ -z "${REVIEW_SEAT_A:-}" ] || [ -z "${REVIEW_SEAT_B:-}" ]; }; then
	tell notice 'Not reviewed: no model is named.' '' 'Set the input "voice" of the action, such as openrouter:anthropic/claude-sonnet-4, and give the step its key, such as OPENROUTER_API_KEY, from a secret.'
	out verdict skipped
	end 0
fi

# A checkout of actions/checkout has the commit that merges the pull request, and not what it was made of.
if [ "$(git rev-parse --is-inside-work-tree 2>/dev/null)" = true ] && ! git cat-file -e "$PR_HEAD_SHA^{commit}" 2>/dev/null; then
	refused=$(GIT_TERMINAL_PROMPT=0 git fetch --quiet --no-tags --depth=2 origin "refs/pull/$PR_NUMBER/merge" 2>&1) ||
		echo "::notice title=Rostrum::The commits of the pull request could not be fetched; the checkout is read as it is (git: $(data "$refused"))."
fi

export GH_REPO="$PR_BASE_REPO"
folder="${RUNNER_TEMP:-$(mktemp -d)}/rostrum-review"
mkdir -p "$folder"
args=(run code-debate --headless --pr "$PR_NUMBER" --out "$folder" --wait-for "${ROSTRUM_WAITFOR:-10m}"
	--export md,sarif,annotations,comment,junit --depth "${REVIEW_DEPTH:-quick}")
[ -z "$voice" ] || args+=(--voice "$voice")
[ -z "${REVIEW_SEAT_A:-}" ] || args+=(--seat "a=$REVIEW_SEAT_A")
[ -z "${REVIEW_SEAT_B:-}" ] || args+=(--seat "b=$REVIEW_SEAT_B")
[ -z "${REVIEW_BUDGET:-}" ] || args+=(--budget "$REVIEW_BUDGET")
[ -z "${REVIEW_FAIL_ON:-}" ] || args+=(--fail-on "$REVIEW_FAIL_ON")
# A model may invent a point: it fails a pull request where its evidence ran, unless the workflow says otherwise.
[ -z "${REVIEW_FAIL_ON:-}" ] || [ "${REVIEW_FAIL_ON_CLAIMS:-false}" = true ] || args+=(--fail-on-shown)
[ "${REVIEW_FAIL_ON_DISPUTED:-false}" != true ] || args+=(--fail-on-disputed)
[ "${REVIEW_ALLOW_PARTIAL:-false}" != true ] || args+=(--allow-partial)
read -ra patterns <<<"${REVIEW_SKIP:-}"
for pattern in ${patterns[@]+"${patterns[@]}"}; do args+=(--skip "$pattern"); done
[ -z "${REVIEW_CHECK:-}" ] || args+=(--check "$REVIEW_CHECK")
[ -z "${REVIEW_SETUP:-}" ] || args+=(--setup "$REVIEW_SETUP")
[ "${REVIEW_COMMENT:-true}" != true ] || args+=(--comment)

if [ -n "${REVIEW_COMMAND:-}" ]; then
	read -ra rostrum <<<"$REVIEW_COMMAND"
else
	rostrum=(node "$(dirname "$0")/../bin/rostrum.js")
fi
code=0
# Commands in what the models say must not be taken for the workflow's own.
stop="rostrum-$RANDOM$RANDOM$RANDOM"
echo "::stop-commands::$stop"
said="$folder/said.txt"
{ "${rostrum[@]}" "${args[@]}" 2>&1 >&3 | tee "$said" >&2; } 3>&1 || code=$?
echo "::$stop::"

last=$(sed -nE "/^(Ended|Unfinished): /,\$p" "$said")
last="${last:-$(tail -n 4 "$said")}"
case "$code" in
0) ;;
2) tell error 'The review could not begin.' "$last" 'Correct what is named here: the voice, its key (a secret that the step is given), or the permissions of the token.' ;;
4) tell error 'The budget was used up.' "$last" 'Raise the input "budget".' ;;
6) tell error 'The threshold of "fail-on" is met.' '' 'The points stand in the annotations and below.' ;;
8) tell error 'Not all of the change was read.' "$last" 'The summary names what was not read.' ;;
*) tell error "Not all of the review went well ($code)." "$last" 'Mend what is named here, such as a server that was away, a key, an account or a permission, and run the job again.' ;;
esac
if [ "$code" != 0 ] && [ "${GITHUB_ACTOR:-}" = 'dependabot[bot]' ]; then
	tell notice 'Dependabot started this run.' '' 'Such a run is given the secrets of Dependabot alone, and a token that only reads: keep the key under Settings, Secrets, Dependabot, and grant the permissions in the workflow.'
fi

debate=$(find "$folder" -name verdict.json -print -quit)
if [ -z "$debate" ]; then
	out verdict none
	end "$code"
fi
debate=$(dirname "$debate")
out verdict "$(sed -n 's/^\t"verdict": "\(.*\)",$/\1/p' "$debate/verdict.json" | head -n 1)"
out folder "$debate"

# What fails from here on is told, and changes nothing of what the review found.
cat "$debate/annotations.txt" || echo '::warning title=Rostrum::The annotations could not be printed.'
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
	cat "$debate/comment.md" >>"$GITHUB_STEP_SUMMARY" || echo '::warning title=Rostrum::The summary could not be written.'
fi
if [ "${REVIEW_SARIF:-true}" = true ] && [ -n "${PR_HEAD_SHA:-}" ] && [ -f "$debate/verdict.sarif" ]; then
	gzip -c "$debate/verdict.sarif" | base64 -w 0 >"$folder/sarif.txt"
	refused=$(gh api --method POST "repos/{owner}/{repo}/code-scanning/sarifs" -f "commit_sha=$PR_HEAD_SHA" \
		-f "ref=refs/pull/$PR_NUMBER/head" -F "sarif=@$folder/sarif.txt" --silent 2>&1 >/dev/null) ||
		echo "::notice title=Rostrum::Not sent to code scanning, which needs the permission security-events: write (gh: $(tr -d '\r\n' <<<"$refused" | cut -c 1-200))."
fi
end "$code"
