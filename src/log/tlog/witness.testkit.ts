import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";

/** A C2SP tlog-cosignature witness that shares no code with the log. */
export interface TestWitness {
	readonly verifierKey: string;
	/** Signature line for a checkpoint's text, seen at that time (Unix seconds). */
	readonly cosign: (text: string, time: bigint, message?: string) => string;
	/** The signed note with its line appended. */
	readonly cosignNote: (note: string, time: number) => string;
}

export function createWitness(name: string, seed = 9): TestWitness {
	const header = Buffer.from("302e020100300506032b657004220420", "hex");
	const key = createPrivateKey({ key: Buffer.concat([header, Buffer.alloc(32, seed)]), format: "der", type: "pkcs8" });
	const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32);
	const typed = Buffer.concat([Buffer.of(4), publicKey]);
	const id = createHash("sha256").update(`${name}\n`).update(typed).digest().subarray(0, 4);
	const witness: TestWitness = {
		verifierKey: `${name}+${id.toString("hex")}+${typed.toString("base64")}`,
		cosign(text, time, message = `cosignature/v1\ntime ${time}\n${text}`) {
			const stamp = Buffer.alloc(8);
			stamp.writeBigUInt64BE(time);
			const signature = sign(null, Buffer.from(message), key);
			return `\u2014 ${name} ${Buffer.concat([id, stamp, signature]).toString("base64")}\n`;
		},
		cosignNote: (note, time) => note + witness.cosign(note.slice(0, note.lastIndexOf("\n\n") + 1), BigInt(time)),
	};
	return witness;
}
