import { faultPointer } from "./fault-pointer.ts";
import { Rejection } from "./rejection.ts";
import { findTwinName } from "./twin-names.ts";

/** Requests are nearly flat. */
const DEPTH_MAX = 32;

/**
 * Reads one JSON value (RFC 8259) from UTF-8. Where a program could read it as something else than the next program
 * does, it is refused: members of one object have different names (section 4). A byte order mark is skipped.
 *
 * @throws Rejection `json-invalid`
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
	if (bytes.length === 0) throw invalid("The body is empty.");
	const text = decode(bytes);
	const value = parse(text);
	const twin = findTwinName(text, DEPTH_MAX);
	if (twin === undefined) return value;
	if (twin === "too-deep") throw invalid(`The body is nested more than ${DEPTH_MAX} levels deep.`);
	throw new Rejection("json-invalid", {
		detail:
			"The body has two members of the same name in one object. Programs differ in which of them they read. " +
			"Send each name once.",
		errors: [{ detail: "This name is there twice.", pointer: faultPointer(twin) }],
	});
}

function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		// A decoder knows no more than this.
		throw invalid("The body is not valid UTF-8.");
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The engine's words would quote the body.
		throw invalid("The body is not valid JSON.");
	}
}

function invalid(what: string): Rejection {
	return new Rejection("json-invalid", { detail: `${what} Send one JSON object, as RFC 8259 describes it.` });
}
