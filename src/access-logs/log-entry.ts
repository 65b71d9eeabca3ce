/** One logged request. Texts are Latin-1, one character per byte: see `readableText`. */
export interface LogEntry {
	/** Milliseconds since 1970; NaN if the time cannot be parsed. */
	at: number;
	/** Address of the connection, or of the client if the format has it. */
	address: string;
	/** `X-Forwarded-For` or equivalent; empty if not logged. */
	forwarded: string;
	host: string;
	method: string;
	/** Requested path with query; empty if the request line is malformed. */
	target: string;
	/** 0 if missing. */
	status: number;
	bytes: number;
	/** NaN if not logged. */
	seconds: number;
	referrer: string;
	agent: string;
	/** Location that responded, such as a CDN's data centre; empty if not logged. */
	edge: string;
	/** Fields of HTTP Message Signatures; empty if not logged. */
	signature: string;
	signatureInput: string;
	signatureAgent: string;
}

export function emptyEntry(): LogEntry {
	return {
		at: Number.NaN,
		address: "",
		forwarded: "",
		host: "",
		method: "",
		target: "",
		status: 0,
		bytes: 0,
		seconds: Number.NaN,
		referrer: "",
		agent: "",
		edge: "",
		signature: "",
		signatureInput: "",
		signatureAgent: "",
	};
}

export function clearEntry(entry: LogEntry): void {
	entry.at = Number.NaN;
	entry.seconds = Number.NaN;
	entry.status = 0;
	entry.bytes = 0;
	entry.address = "";
	entry.forwarded = "";
	entry.host = "";
	entry.method = "";
	entry.target = "";
	entry.referrer = "";
	entry.agent = "";
	entry.edge = "";
	entry.signature = "";
	entry.signatureInput = "";
	entry.signatureAgent = "";
}

/** `GET /path HTTP/1.1`; leaves `target` empty if the client sent something else. */
export function setRequest(entry: LogEntry, line: string): void {
	const first = line.indexOf(" ");
	if (first <= 0 || first > 24) return;
	const last = line.lastIndexOf(" ");
	const end = last > first && line.startsWith("HTTP/", last + 1) ? last : line.length;
	entry.method = line.slice(0, first);
	setTarget(entry, line.slice(first + 1, end));
}

/** A path or an absolute address, which proxies and load balancers log. */
export function setTarget(entry: LogEntry, target: string): void {
	if (target.startsWith("/")) {
		entry.target = target;
		return;
	}
	const [start, host = ""] = /^(?:https?|wss?):\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(target) ?? [];
	if (start === undefined) return;
	const path = target.slice(start.length);
	entry.target = path.startsWith("/") ? path : `/${path}`;
	if (entry.host === "") entry.host = host;
}

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
	["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"].map((name, at) => [name, at]),
);

/** Apache's and nginx's `10/Oct/2000:13:55:36 -0700`; in milliseconds since 1970. */
export function clfTime(text: string): number {
	if (text.length < 20) return Number.NaN;
	const day = dayOf(text.slice(0, 11));
	const clock = clockOf(text, 12);
	if (text[11] !== ":" || Number.isNaN(clock)) return Number.NaN;
	const sign = text.charCodeAt(21);
	if (sign !== PLUS && sign !== MINUS) return text.length === 20 ? day + clock : Number.NaN;
	const zone = (two(text, 22) * 60 + two(text, 24)) * 60_000;
	return day + clock - (sign === PLUS ? zone : -zone);
}

const [PLUS, MINUS] = [43, 45];
const [MOST_DAYS_KEPT] = [4_000];
const days = new Map<string, number>();

function dayOf(text: string): number {
	const kept = days.get(text);
	if (kept !== undefined) return kept;
	const [, date, month = "", year] = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4})$/.exec(text) ?? [];
	const at = MONTHS[month];
	const day = at === undefined ? Number.NaN : Date.UTC(Number(year), at, Number(date));
	if (days.size > MOST_DAYS_KEPT) days.clear();
	days.set(ownText(text), day);
	return day;
}

/** `13:55:36` in milliseconds; clamps leap seconds to the minute. */
function clockOf(text: string, at: number): number {
	if (text[at + 2] !== ":" || text[at + 5] !== ":") return Number.NaN;
	const [hours, minutes, seconds] = [two(text, at), two(text, at + 3), two(text, at + 6)];
	if (!(hours < 24 && minutes < 60 && seconds <= 60)) return Number.NaN;
	return ((hours * 60 + minutes) * 60 + Math.min(seconds, 59)) * 1_000;
}

function two(text: string, at: number): number {
	const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
	return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** A Unix time in seconds, milliseconds, microseconds or nanoseconds; or ISO 8601. */
export function anyTime(value: unknown): number {
	if (typeof value === "string" && !/^\d+(?:\.\d+)?$/.test(value)) return isoTime(value);
	const number = Number(value);
	if (!(number > 0)) return Number.NaN;
	if (number < 1e11) return number * 1_000;
	if (number < 1e14) return number;
	return number < 1e17 ? number / 1_000 : number / 1e6;
}

/** UTC by default: the machine's time zone must not change a day. */
function isoTime(text: string): number {
	if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return text.includes("/") ? clfTime(text) : Number.NaN;
	const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`;
	return Date.parse(zoned.replace(" ", "T"));
}

/** Copies the string: a slice would keep the whole block of the log in memory. */
export function ownText(text: string): string {
	return Buffer.from(text, "latin1").toString("latin1");
}

/** Logs are read as bytes, so that broken UTF-8 costs nothing; decodes text for display. */
export function readableText(text: string): string {
	return Buffer.from(text, "latin1").toString("utf8");
}

/** A byte count or status; 0 for `-` and anything else that is not a number. */
export function wholeNumber(text: string): number {
	let number = 0;
	for (let at = 0; at < text.length; at++) {
		const digit = text.charCodeAt(at) - 48;
		if (digit < 0 || digit > 9) return 0;
		number = number * 10 + digit;
	}
	return number <= Number.MAX_SAFE_INTEGER ? number : 0;
}
