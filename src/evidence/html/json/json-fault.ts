import { type JsonPlace, placeIn } from "./json-place.ts";

/** Where JSON text is broken. JSON.parse tells that it is, but names a position only sometimes. */

export interface JsonFault extends JsonPlace {
	/** What is wrong, as a sentence without the place. */
	readonly says: string;
}

const LITERALS = ["true", "false", "null"];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const STRANGERS: readonly (readonly [text: string, says: string])[] = [
	["<!--", "An HTML comment stands here; JSON has no comments"],
	["<![CDATA[", "A CDATA mark stands here; in HTML it is part of the script's text, and JSON has none"],
	["<", "Markup stands here; JSON has none"],
	["//", "A comment stands here; JSON has none"],
	["/*", "A comment stands here; JSON has none"],
	["\ufeff", "A byte order mark stands here"],
	["'", "A string stands in single quotes; JSON wants double quotes"],
];

/** The first fault of JSON text by RFC 8259; null when JSON.parse takes it. Linear, and deep nesting costs no stack. */
export function findJsonFault(text: string): JsonFault | null {
	try {
		new Scanner(text).document();
		return null;
	} catch (error) {
		if (error instanceof Stop) return placed(text, error);
		throw error;
	}
}

class Stop extends Error {
	readonly at: number;
	constructor(at: number, says: string) {
		super(says);
		this.at = at;
	}
}

class Scanner {
	readonly #text: string;
	#at = 0;
	/** Closing brackets that are awaited, innermost last. */
	readonly #awaited: ("}" | "]")[] = [];

	constructor(text: string) {
		this.#text = text;
	}

	document(): void {
		this.#space();
		if (this.#at === this.#text.length) throw this.#stop("The block is empty.");
		do {
			this.#value();
			this.#closings();
		} while (this.#awaited.length > 0);
		this.#space();
		if (this.#at < this.#text.length) throw this.#stop("Something follows the end of the JSON value");
	}

	/** Opens brackets until a value stands complete. */
	#value(): void {
		for (;;) {
			this.#space();
			const close = this.#open();
			if (close === null) break;
			this.#space();
			if (this.#peek() === close) return;
			if (close === "}") this.#key();
		}
		this.#scalar();
	}

	#open(): "}" | "]" | null {
		const opens = this.#peek();
		if (opens !== "{" && opens !== "[") return null;
		this.#at++;
		const close = opens === "{" ? "}" : "]";
		this.#awaited.push(close);
		return close;
	}

	/** After a value: closing brackets, or a comma and the way to the next value. */
	#closings(): void {
		for (let close = this.#awaited.at(-1); close; close = this.#awaited.at(-1)) {
			this.#space();
			if (this.#take(close)) {
				this.#awaited.pop();
				continue;
			}
			const comma = this.#at;
			if (!this.#take(",")) throw this.#misfit(`Expected a comma or "${close}"`);
			this.#space();
			if (this.#peek() === close) throw new Stop(comma, `A comma stands before the closing "${close}"`);
			if (close === "}") this.#key();
			return;
		}
	}

	#key(): void {
		this.#space();
		if (this.#peek() !== '"') throw this.#misfit("Expected a property name in double quotes");
		this.#string();
		this.#space();
		if (!this.#take(":")) throw this.#stop("Expected a colon after the property name");
	}

	#scalar(): void {
		const literal = LITERALS.find((word) => this.#text.startsWith(word, this.#at));
		if (literal) this.#at += literal.length;
		else if (this.#peek() === '"') this.#string();
		else if (!this.#match(NUMBER)) throw this.#misfit("Expected a value");
	}

	#string(): void {
		const begin = this.#at++;
		for (;;) {
			const char = this.#peek();
			if (char === "") throw new Stop(begin, "A string that begins here has no end");
			if (char === '"') break;
			if (char < " ") throw this.#stop(`A string holds ${controlName(char)}, which must be written as an escape`);
			if (char !== "\\") this.#at++;
			else if (!this.#match(ESCAPE)) throw this.#stop("A backslash begins no escape that JSON knows");
		}
		this.#at++;
	}

	#space(): void {
		while (" \t\n\r".includes(this.#peek() || "x")) this.#at++;
	}

	#peek(): string {
		return this.#text.charAt(this.#at);
	}

	#take(char: string): boolean {
		if (this.#peek() !== char) return false;
		this.#at++;
		return true;
	}

	#match(pattern: RegExp): boolean {
		pattern.lastIndex = this.#at;
		if (!pattern.test(this.#text)) return false;
		this.#at = pattern.lastIndex;
		return true;
	}

	/** Names what is commonly put there by mistake. */
	#misfit(expected: string): Stop {
		const [, says = expected] = STRANGERS.find(([text]) => this.#text.startsWith(text, this.#at)) ?? [];
		return this.#stop(says);
	}

	#stop(says: string): Stop {
		return new Stop(this.#at, this.#at < this.#text.length || says.endsWith(".") ? says : `${says}, but the text ends`);
	}
}

function controlName(char: string): string {
	if (char === "\n" || char === "\r") return "a line break";
	if (char === "\t") return "a tab";
	return `the control character U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function placed(text: string, stop: Stop): JsonFault {
	return { says: stop.message, ...placeIn(text, stop.at) };
}
