const BLOCK = 512;

export interface TarEntry {
	/** As stored: `folder/name`. */
	readonly path: string;
	readonly body: Uint8Array;
}

/** Regular files of a tar archive (POSIX ustar, with GNU's long names), in its order. Throws RangeError where it is cut. */
export function* tarEntries(archive: Uint8Array): Generator<TarEntry> {
	let longName: string | undefined;
	for (let at = 0; at + BLOCK <= archive.length; ) {
		const header = archive.subarray(at, at + BLOCK);
		if (header.every((octet) => octet === 0)) return;
		const size = Number.parseInt(field(header, 124, 12), 8);
		const type = field(header, 156, 1);
		const body = archive.subarray(at + BLOCK, at + BLOCK + size);
		if (Number.isNaN(size) || body.length < size) throw new RangeError(`The archive is cut at byte ${at}.`);
		if (type === "L") longName = field(body, 0, size);
		else {
			if (type === "0" || type === "") yield { path: longName ?? pathOf(header), body };
			longName = undefined;
		}
		at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
	}
}

function pathOf(header: Uint8Array): string {
	const prefix = field(header, 257, 5) === "ustar" ? field(header, 345, 155) : "";
	return prefix === "" ? field(header, 0, 100) : `${prefix}/${field(header, 0, 100)}`;
}

/** Text up to the first NUL. */
function field(bytes: Uint8Array, from: number, length: number): string {
	const raw = bytes.subarray(from, from + length);
	const end = raw.indexOf(0);
	return Buffer.from(end < 0 ? raw : raw.subarray(0, end)).toString("utf8");
}
