/** WAV files: reading what speech engines give, and writing 16-bit PCM piece by piece. */
import {closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import {temporaryName, writeAll} from '../../engine/host/write-whole.ts';

/** One channel, samples from −1 to 1, `rate` a second. */
export type Sound = {readonly rate: number; readonly samples: Float32Array};

/** Why what an engine gave is no sound that can be used. */
export class NoSound extends Error {
	override readonly name = 'NoSound';
}

/**
 * Reads PCM of 8 to 32 bits or floats, of any number of channels, which are mixed. Sizes in the header may be wrong, as
 * streaming servers write them. Throws `NoSound`.
 */
export function readWav(file: Buffer): Sound {
	if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
		throw new NoSound(`this is no WAV file: it begins with ${JSON.stringify(file.toString('latin1', 0, 16))}`);
	let format:
		{readonly code: number; readonly channels: number; readonly rate: number; readonly bits: number} | undefined;
	for (let at = 12; at + 8 <= file.length;) {
		const id = file.toString('latin1', at, at + 4);
		const size = file.readUInt32LE(at + 4);
		const body = at + 8;
		if (id === 'fmt ' && body + 16 <= file.length) {
			const written = file.readUInt16LE(body);
			format = {
				// Extensible: the code stands at the beginning of the sub-format.
				code: written === 0xfffe && body + 26 <= file.length ? file.readUInt16LE(body + 24) : written,
				channels: file.readUInt16LE(body + 2),
				rate: file.readUInt32LE(body + 4),
				bits: file.readUInt16LE(body + 14),
			};
		}
		if (id === 'data' && format)
			return {rate: format.rate, samples: samplesOf(file.subarray(body, Math.min(file.length, body + size)), format)};
		at = body + size + (size % 2);
	}
	throw new NoSound('the WAV file has no samples');
}

function samplesOf(
	data: Buffer,
	{code, channels, bits}: {readonly code: number; readonly channels: number; readonly bits: number},
): Float32Array {
	const bytes = bits / 8;
	const read = readerOf(data, code, bits);
	if (!read || channels < 1) throw new NoSound(`WAV of format ${code} with ${bits} bits cannot be read`);
	const frames = Math.floor(data.length / (bytes * channels));
	const samples = new Float32Array(frames);
	for (let frame = 0; frame < frames; frame++) {
		let sum = 0;
		for (let channel = 0; channel < channels; channel++) sum += read((frame * channels + channel) * bytes);
		samples[frame] = sum / channels;
	}
	return samples;
}

function readerOf(data: Buffer, code: number, bits: number): ((at: number) => number) | undefined {
	if (code === 3 && bits === 32) return at => data.readFloatLE(at);
	if (code !== 1) return undefined;
	if (bits === 8) return at => (data.readUInt8(at) - 128) / 128;
	if (bits === 16) return at => data.readInt16LE(at) / 32_768;
	if (bits === 24) return at => data.readIntLE(at, 3) / 8_388_608;
	return bits === 32 ? at => data.readInt32LE(at) / 2_147_483_648 : undefined;
}

const headerBytes = 44;
/** Bytes at the beginning of a file that was written here, which say how long it is. */
export const writtenHeader = headerBytes;

/** The samples and their rate of a file of one channel that was written here. Throws `NoSound`. */
export function lengthOfWritten(head: Buffer): {readonly rate: number; readonly length: number} {
	if (head.toString('latin1', 8, 16) !== 'WAVEfmt ' || head.toString('latin1', 36, 40) !== 'data')
		throw new NoSound('what is kept is no sound of ours: remove the folder "audio" beside the debate');
	return {rate: head.readUInt32LE(24), length: head.readUInt32LE(40) / 2};
}

/** 16-bit PCM with interleaved channels. The file is there, in place of an earlier one, when `end` has been called. */
export class WavWriter {
	readonly #path: string;
	readonly #temporary: string;
	readonly #file: number;
	readonly #rate: number;
	readonly #channels: number;
	#bytes = 0;

	constructor(path: string, rate: number, channels: 1 | 2) {
		this.#path = path;
		this.#temporary = temporaryName(path);
		this.#file = openSync(this.#temporary, 'wx', 0o666);
		this.#rate = rate;
		this.#channels = channels;
		this.#put(Buffer.alloc(headerBytes));
	}

	/** Interleaved samples; what is louder than full scale is cut off. */
	write(samples: Float32Array): void {
		const data = Buffer.alloc(samples.length * 2);
		for (const [place, sample] of samples.entries())
			data.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))), place * 2);
		this.#put(data);
		this.#bytes += data.length;
	}

	/** Throws the file system's error, and leaves nothing then. */
	#put(data: Buffer): void {
		try {
			writeAll(this.#file, data);
		} catch (error) {
			this.discard();
			throw error;
		}
	}

	/** Leaves nothing of what was written. */
	discard(): void {
		closeSync(this.#file);
		rmSync(this.#temporary, {force: true});
	}

	end(): void {
		const header = Buffer.alloc(headerBytes);
		header.write('RIFF', 0, 'latin1');
		header.writeUInt32LE(headerBytes - 8 + this.#bytes, 4);
		header.write('WAVEfmt ', 8, 'latin1');
		header.writeUInt32LE(16, 16);
		header.writeUInt16LE(1, 20);
		header.writeUInt16LE(this.#channels, 22);
		header.writeUInt32LE(this.#rate, 24);
		header.writeUInt32LE(this.#rate * this.#channels * 2, 28);
		header.writeUInt16LE(this.#channels * 2, 32);
		header.writeUInt16LE(16, 34);
		header.write('data', 36, 'latin1');
		header.writeUInt32LE(this.#bytes, 40);
		writeSync(this.#file, header, 0, headerBytes, 0);
		fsyncSync(this.#file);
		closeSync(this.#file);
		renameSync(this.#temporary, this.#path);
	}
}
