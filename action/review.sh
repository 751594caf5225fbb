#!/usr/bin/env bash
# Reviews the pull request of a workflow. It reads the change through gh and checks nothing out, so that no code of the
# pull request runs or is looked up here; one from a fork gets no key, and so no review.
set -euo pipefail

out() { [ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"; }

if [ -z "${PR_NUMBER:-}" ]; then
	echo '::error title=Rostrum::This workflow was not started by a pull request.'
	exit 2
fi
if [ "${PR_HEAD_REPO:-}" != "${PR_BASE_REPO:-}" ]; then
	echo '::notice title=Rostrum::Not reviewed: the pull request comes from a fork, which is given no key.'
	out verdict skipped
	exit 0
fi

export GH_REPO="$PR_BASE_REPO"
folder="${RUNNER_TEMP:-$(mktemp -d)}/rostrum-review"
mkdir -p "$folder"
args=(run code-debate --headless --pr "$PR_NUMBER" --out "$folder" --voice "${REVIEW_VOICE:-rehearsal}"
	--export md,sarif,annotations,comment,junit)
[ -z "${REVIEW_SEAT_A:-}" ] || args+=(--seat "a=$REVIEW_SEAT_A")
[ -z "${REVIEW_SEAT_B:-}" ] || args+=(--seat "b=$REVIEW_SEAT_B")
[ -z "${REVIEW_BUDGET:-}" ] || args+=(--budget "$REVIEW_BUDGET")
[ -z "${REVIEW_FAIL_ON:-}" ] || args+=(--fail-on "$REVIEW_FAIL_ON")
[ "${REVIEW_FAIL_ON_DISPUTED:-false}" != true ] || args+=(--fail-on-disputed)
[ "${REVIEW_COMMENT:-true}" != true ] || args+=(--comment)

read -ra rostrum <<< "${REVIEW_COMMAND:-npx --yes rostrum}"
code=0
# Commands in what the models say must not be taken for the workflow's own.
stop="rostrum-$RANDOM$RANDOM$RANDOM"
echo "::stop-commands::$stop"
"${rostrum[@]}" "${args[@]}" || code=$?
echo "::$stop::"

debate=$(find "$folder" -name verdict.json -print -quit)
if [ -n "$debate" ]; then
	debate=$(dirname "$debate")
	cat "$debate/annotations.txt"
	[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$debate/comment.md" >> "$GITHUB_STEP_SUMMARY"
	out verdict "$(sed -n 's/^\t"verdict": "\(.*\)",$/\1/p' "$debate/verdict.json" | head -n 1)"
	out folder "$debate"
fi
exit "$code"
