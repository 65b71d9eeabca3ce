import { hash } from "node:crypto";
import { Failure, isFailure } from "#core/failure.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";

const REDACTED = "[redacted]";
/** Characters. Shorter parts of a secret occur on every page and are easily guessed. */
const LEAST = 4;
/** Characters: runs this long do not match by chance. */
const WINDOW = 12;

export interface Redaction {
	text(text: string): string;
	/** Returns the same object if it contains no secret. */
	bytes(bytes: Uint8Array): Uint8Array;
	/** Redacts plain data: all strings and member names. */
	data<T>(value: T): T;
}

/** @param headers name → value; the values are secret */
export function createRedaction(headers: Readonly<Record<string, string>>): Redaction {
	const parts = Object.entries(headers).flatMap(([name, value]) => secretParts(name.toLowerCase(), value));
	const forms = [...new Set(parts.filter((part) => part.length >= LEAST).flatMap(writtenForms))];
	const longestFirst = forms.toSorted((a, b) => b.length - a.length);
	const inText = pattern(longestFirst);
	const inBytes = pattern(longestFirst.map((form) => Buffer.from(form, "utf8").toString("latin1")));
	const windows = new Set(forms.flatMap(windowsOf));
	const text = (given: string) => cutOff(withoutWindows(given.replace(inText, REDACTED), windows), forms);
	return {
		text,
		bytes(bytes) {
			const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
			const clean = given.replace(inBytes, REDACTED);
			return clean === given ? bytes : new Uint8Array(Buffer.from(clean, "latin1"));
		},
		data: (value) => mapTexts(value, text) as typeof value,
	};
}

export function redactingClient(client: Pick<HttpClient, "get">, redaction: Redaction): Pick<HttpClient, "get"> {
	return {
		async get(url, limits) {
			try {
				return redactResponse(await client.get(url, limits), redaction);
			} catch (error) {
				throw redactFailure(error, redaction);
			}
		},
	};
}

/** Only for expected failures; bugs quote no foreign text. */
function redactFailure(error: unknown, { text }: Redaction): unknown {
	return isFailure(error) ? new Failure(error.code, { what: text(error.message) }) : error;
}

function redactResponse(response: HttpResponse, { bytes, data }: Redaction): HttpResponse {
	const { body, ...head } = response;
	const clean = bytes(body);
	return { ...data(head), body: clean, sha256: clean === body ? head.sha256 : hash("sha256", clean, "hex") };
}

/** Secret parts of a header: not the scheme of Authorization, nor the names of cookies. */
function secretParts(name: string, value: string): string[] {
	if (name === "cookie") {
		const pairs = value.split(/;\s*/).filter(Boolean);
		return pairs.flatMap((pair) => [pair, pair.slice(pair.indexOf("=") + 1).replace(/^"(.*)"$/, "$1")]);
	}
	const [, scheme = "", token = ""] = /^(\S+)\s+(.+)$/.exec(value) ?? [];
	if (name !== "authorization" || token === "") return [value];
	if (scheme.toLowerCase() !== "basic") return [token];
	const decoded = Buffer.from(token, "base64").toString("utf8");
	return [token, decoded, decoded.slice(decoded.indexOf(":") + 1)];
}

function writtenForms(text: string): string[] {
	const base64 = Buffer.from(text).toString("base64").replace(/=+$/, "");
	const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
	return [
		text,
		encodeURIComponent(text.toWellFormed()),
		encodeURI(text.toWellFormed()),
		JSON.stringify(text).slice(1, -1),
		JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
		html,
		html.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
		base64,
		base64.replaceAll("+", "-").replaceAll("/", "_"),
		text.replace(/=+$/, ""),
		Buffer.from(text).toString("hex"),
	].filter((form) => form.length >= LEAST);
}

function pattern(forms: readonly string[]): RegExp {
	// Without secrets, match nothing.
	return forms.length === 0
		? /(?!)/g
		: new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "gi");
}

function windowsOf(form: string): string[] {
	return Array.from({ length: Math.max(0, form.length - WINDOW + 1) }, (_, at) => form.slice(at, at + WINDOW));
}

/** Removes fragments of a secret from text that was cut in its middle. */
function withoutWindows(text: string, windows: ReadonlySet<string>): string {
	let clean = "";
	let from = 0;
	for (let at = 0; at + WINDOW <= text.length; at++) {
		if (!windows.has(text.slice(at, at + WINDOW))) continue;
		let end = at + WINDOW;
		while (windows.has(text.slice(end - WINDOW + 1, end + 1))) end++;
		clean += text.slice(from, at) + REDACTED;
		from = end;
		at = end - 1;
	}
	return clean + text.slice(from);
}

/** Removes the start of a secret at the end of a cut excerpt. */
function cutOff(text: string, forms: readonly string[]): string {
	if (!text.endsWith("…")) return text;
	const body = text.slice(0, -1);
	for (let length = WINDOW; length >= LEAST; length--)
		if (forms.some((form) => form.length > length && body.endsWith(form.slice(0, length))))
			return `${body.slice(0, -length)}${REDACTED}…`;
	return text;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === "string") return change(value);
	if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
	if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [change(name), mapTexts(each, change)]));
}
