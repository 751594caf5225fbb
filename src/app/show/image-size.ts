/** Width and height of a PNG or JPEG, in pixels; undefined for anything else. */
export function imageSize(file: Buffer): {readonly width: number; readonly height: number} | undefined {
	if (file.length >= 24 && file.toString('latin1', 1, 4) === 'PNG')
		return {width: file.readUInt32BE(16), height: file.readUInt32BE(20)};
	if (file.readUInt16BE(0) !== 0xffd8) return undefined;
	for (let at = 2; at + 9 < file.length;) {
		const marker = file.readUInt16BE(at);
		// Start of frame, but for tables that share its range (ITU-T T.81, table B.1).
		if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
			return {height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7)};
		at += 2 + file.readUInt16BE(at + 2);
	}
	return undefined;
}
