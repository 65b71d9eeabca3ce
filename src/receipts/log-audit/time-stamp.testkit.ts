/** A granted TimeStampResp over this SHA-256, without certificates and signatures. RFC 3161 section 2.4.2. */
export function timeStamp(digest: Uint8Array): Uint8Array {
	const [sequence, set, octets, integer, oid] = [0x30, 0x31, 0x04, 0x02, 0x06];
	const version = (number: number) => der(integer, [number]);
	const imprint = der(sequence, der(sequence, hex("0609608648016503040201"), hex("0500")), der(octets, digest));
	const time = der(0x18, new TextEncoder().encode("20261121020000Z"));
	const stamp = der(sequence, version(1), der(oid, [0x2a, 3, 4, 1]), imprint, version(7), time);
	const content = der(sequence, hex("060b2a864886f70d0109100104"), der(0xa0, der(octets, stamp)));
	const signed = der(sequence, version(3), der(set), content, der(set));
	return der(sequence, der(sequence, version(0)), der(sequence, hex("06092a864886f70d010702"), der(0xa0, signed)));
}

function der(tag: number, ...parts: Iterable<number>[]): Uint8Array {
	const content = parts.flatMap((part) => [...part]);
	const long = content.length > 255 ? [0x82, content.length >> 8, content.length & 255] : [0x81, content.length];
	return Uint8Array.from([tag, ...(content.length < 128 ? [content.length] : long), ...content]);
}

function hex(text: string): Uint8Array {
	return Uint8Array.from(Buffer.from(text, "hex"));
}
