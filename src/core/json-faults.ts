import { findNodeAtLocation, type JSONVisitor, parseTree, printParseErrorCode, visit } from "jsonc-parser";

/** A position in JSON text: both 1-based, columns in UTF-16 code units. */
export interface JsonPosition {
	readonly line: number;
	readonly column: number;
}

/** A syntax error. JSON.parse gives its position only sometimes. */
export interface JsonFault extends JsonPosition {
	readonly says: string;
}

/** Line and column of an offset; CR LF, LF and CR are line breaks. */
export function jsonPosition(text: string, offset: number): JsonPosition {
	let line = 1;
	let lineStart = 0;
	for (const { 0: end, index } of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
		line++;
		lineStart = index + end.length;
	}
	return { line, column: offset - lineStart + 1 };
}

/** The first error by RFC 8259; null if JSON.parse accepts the text and it nests at most 1,000 levels deep. */
export function findJsonFault(text: string): JsonFault | null {
	try {
		walk(text, {
			onError(code, offset) {
				throw faultOf(printParseErrorCode(code), text, offset);
			},
		});
		return null;
	} catch (error) {
		if (error instanceof Fault) return { says: error.message, ...jsonPosition(text, error.offset) };
		throw error;
	}
}

class Fault extends Error {
	readonly offset: number;
	constructor(offset: number, says: string) {
		super(says);
		this.offset = offset;
	}
}

/** The library is recursive; RFC 8259 section 9 allows such a limit. */
const DEPTH_MAX = 1_000;

/** @throws Fault if the text nests too deeply; what the visitor throws */
function walk(text: string, visitor: JSONVisitor): void {
	let depth = 0;
	const begin = (offset: number) => {
		if (++depth > DEPTH_MAX) throw new Fault(offset, "It is nested more than 1,000 levels deep");
	};
	const end = () => {
		depth--;
	};
	const bounded: JSONVisitor = {
		...visitor,
		onArrayBegin: begin,
		onArrayEnd: end,
		onObjectBegin(offset, ...more) {
			begin(offset);
			visitor.onObjectBegin?.(offset, ...more);
		},
		onObjectEnd(...at) {
			end();
			visitor.onObjectEnd?.(...at);
		},
	};
	visit(text, bounded, { disallowComments: true });
}

const WORDS: Readonly<Partial<Record<ReturnType<typeof printParseErrorCode>, string>>> = {
	PropertyNameExpected: "Expected a property name in double quotes",
	ValueExpected: "Expected a value",
	ColonExpected: "Expected a colon after the property name",
	CommaExpected: "Expected a comma or a closing bracket",
	CloseBraceExpected: 'Expected "}"',
	CloseBracketExpected: 'Expected "]"',
	EndOfFileExpected: "Something follows the end of the JSON value",
	InvalidCommentToken: "A comment stands here; JSON has none",
	UnexpectedEndOfString: "A string that begins here has no end on its line",
	UnexpectedEndOfNumber: "A number that begins here has no end",
	InvalidUnicode: "A string that begins here has a \\u without four hexadecimal digits",
	InvalidEscapeCharacter: "A string that begins here has a backslash that begins no escape of JSON",
	InvalidCharacter: "A string that begins here has a control character, which must be written as an escape",
};
/** For a word, markup or a single quote. */
const NO_JSON = "Unexpected text: besides strings in double quotes, JSON has only numbers, true, false and null";

function faultOf(code: ReturnType<typeof printParseErrorCode>, text: string, offset: number): Fault {
	const found = text[offset];
	if (found === "<") return new Fault(offset, "Markup stands here; JSON has none");
	const before = text.slice(0, offset).trimEnd();
	if ((found === "}" || found === "]") && before.endsWith(","))
		return new Fault(before.length - 1, `A comma stands before the closing "${found}"`);
	return new Fault(offset, `${WORDS[code] ?? NO_JSON}${found === undefined ? ", but the text ends" : ""}`);
}

export interface RepeatedJsonName {
	readonly name: string;
	/** Offset of the second occurrence. */
	readonly offset: number;
	readonly path: readonly (string | number)[];
}

/** JSON.parse keeps the last value. Names should be unique (RFC 8259 section 4), and must be in JSON-LD (1.4). */
export function findRepeatedNames(text: string, max: number): RepeatedJsonName[] {
	const repeated: RepeatedJsonName[] = [];
	const open: Set<string>[] = [];
	const visitor: JSONVisitor = {
		onObjectBegin: () => void open.push(new Set()),
		onObjectEnd: () => void open.pop(),
		onObjectProperty(name, offset, _length, _line, _column, path) {
			const names = open.at(-1);
			if (names?.has(name) && repeated.length < max) repeated.push({ name, offset, path: [...path(), name] });
			names?.add(name);
		},
	};
	try {
		walk(text, visitor);
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		// Ignore text that nests too deeply.
	}
	return repeated;
}

/** For valid text; if the member does not exist, the offset of its nearest existing ancestor. */
export function jsonNameOffset(text: string, path: readonly (string | number)[]): number {
	const root = parseTree(text);
	for (let length = path.length; root && length > 0; length--) {
		const member = findNodeAtLocation(root, path.slice(0, length))?.parent;
		if (member?.type === "property") return member.offset;
	}
	return 0;
}
