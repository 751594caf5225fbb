/** The two sides of a run as shell scripts, which know nothing of us but the mailbox. */
import {spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {folder} from './run-build.ts';

/**
 * What both scripts know: to send a message under a temporary name and rename it, and to wait for one of the other
 * side.
 */
const shell = `
box=$1/mailbox; run=$(basename "$1"); log=$1/$2-log.jsonl; me=$2
send() { now=$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ); name=$(printf %s "$now" | tr -d ':.-')-$me-$1.json
	printf '{"schema_version":"0.1","timestamp":"%s","sender":"%s","run_id":"%s","message_type":"%s","body":%s}' "$now" "$me" "$run" "$1" "$2" > "$box/.$name.tmp"
	cat "$box/.$name.tmp" >> "$log"; echo >> "$log"; mv "$box/.$name.tmp" "$box/$name"; }
await() { tries=0; until ls "$box" 2>/dev/null | grep -q -- "$1"; do tries=$((tries + 1)); [ $tries -gt 600 ] && exit 9; sleep 0.05; done; }
`;

export const reviewer = `${shell}
await session.start
echo 'not json' > "$box/20200101T000000000Z-reviewer-junk.json"; touch -d '1 minute ago' "$box/20200101T000000000Z-reviewer-junk.json"
send session.ack '{"telemetry":["file-list"]}'
await plan.proposed
send plan.feedback '{"risk":"medium","notes":["Mind the tests."]}'
await execution.update-c1-s1
$3
await execution.update-c1-final
send review.decision '{"cycle":1,"decision":"accept","rationale":"Fine by me."}'
`;

export const builder = `${shell}
await rejected
send session.start '{"goal":"Sweep the floor"}'
await session.ack
send plan.proposed '{"summary":"One sweep.","confidence":0.58,"steps":[{"id":"sweep","title":"Sweep"}]}'
await plan.feedback
send execution.update '{"step":"sweep","diff":"--- dust","tests":{"ok":true}}'
send execution.update '{"final":true,"diff":"","tests":{"ok":true}}'
await review.decision
send session.end '{"status":"accepted","artifacts":["floor"]}'
printf '{"summary":"One sweep.","steps":[{"id":"sweep"}]}' > "$1/plan.json"
`;

/**
 * Starts a side on a run’s folder; `extra` is a command that the reviewer runs after the first step. Gives its exit
 * code.
 */
export function start(script: string, runFolder: string, side: string, extra = ':'): Promise<number | null> {
	const file = path.join(folder(), 'side.sh');
	writeFileSync(file, script);
	const child = spawn('sh', [file, runFolder, side, extra], {stdio: ['ignore', 'ignore', 'inherit']});
	return new Promise(resolve => {
		child.once('close', resolve);
	});
}
