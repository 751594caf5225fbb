import {useEffect, useState} from 'react';
import {reasonOf} from '../../debate/text/words.ts';
import {Lines} from '../kit/lines.tsx';
import {SetupScreen} from './setup-body.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import {idleContext} from '../terminal/keys.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {exactly, line} from '../../view/rows.ts';
import type {SetupPort} from '../../app/session/session.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';

/** A new debate, step by step, from the home screen. */
export function Setup({port, ...rest}: ScreenProps) {
	return port.setup ? <SetupLoader make={port.setup} {...rest} /> : null;
}

type SetupLoaderProps = Omit<ScreenProps, 'port'> & {readonly make: () => Promise<SetupPort>};
type SetupResult = {readonly port: SetupPort} | {readonly failed: string};

/** Loads the setup; shows the reason if that fails. */
export function SetupLoader({make, columns, rows, exit}: SetupLoaderProps) {
	const [made, set] = useState<SetupResult>();
	useEffect(() => {
		let left = false;
		const show = (what: SetupResult) => (left ? undefined : set(what));
		make().then(
			port => show({port}),
			(error: unknown) => show({failed: reasonOf(error)}),
		);
		return () => {
			left = true;
		};
	}, [make]);
	useKeys(
		'setup',
		idleContext,
		action => (action === 'quit' || action === 'last-step' ? exit.leave() : undefined),
		made === undefined || 'failed' in made,
	);
	if (made && 'port' in made) return <SetupScreen port={made.port} columns={columns} rows={rows} exit={exit} />;
	const text = made
		? wrapText(`${signs.no} ${made.failed}`, columns).map(one => line(one, 'error'))
		: [line('Loading…', 'accent')];
	return <Lines rows={exactly(text, rows)} width={columns} height={rows} />;
}
