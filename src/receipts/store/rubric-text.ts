import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/canonical-json.ts";
import { rubricOf } from "#core/rubrics.ts";

interface RubricText {
	/** Canonical JSON (RFC 8785). */
	readonly text: string;
	/** Its SHA-256, by which receipts name it. */
	readonly digest: string;
}

const texts = new Map<string, Promise<RubricText | undefined>>();

/** As the site serves them and receipts commit to them; undefined where there is none. */
export function rubricText(version: string): Promise<RubricText | undefined> {
	const known = texts.get(version) ?? read(version);
	texts.set(version, known);
	return known;
}

async function read(version: string): Promise<RubricText | undefined> {
	const rubric = await rubricOf(version);
	if (!rubric) return undefined;
	const text = canonicalJson(rubric);
	return { text, digest: await sha256Hex(text) };
}
