import { Failure } from "#core/failure.ts";
import { anyTime, clfTime, type LogEntry, setRequest, wholeNumber } from "./log-entry.ts";

type Setter = (entry: LogEntry, text: string) => void;

interface Field {
	/** Undefined for an ignored field. */
	readonly set: Setter | undefined;
	/** The literal after it; empty at the end of the line. */
	readonly end: string;
	readonly quoted: boolean;
}

/** A line format in the syntax of the server's configuration. */
export interface TextFormat {
	readonly name: string;
	readonly start: string;
	readonly fields: readonly Field[];
	/** Whether more fields may follow, as servers append them to known formats. */
	readonly open: boolean;
}

const ADDRESS: Setter = (entry, text) => {
	entry.address = text;
};
const AGENT: Setter = (entry, text) => {
	entry.agent = text === "-" ? "" : text;
};
const REFERRER: Setter = (entry, text) => {
	entry.referrer = text === "-" ? "" : text;
};
const FORWARDED: Setter = (entry, text) => {
	entry.forwarded = text === "-" ? "" : text;
};
const HOST: Setter = (entry, text) => {
	entry.host = text === "-" ? "" : text;
};
const METHOD: Setter = (entry, text) => {
	entry.method = text;
};
const STATUS: Setter = (entry, text) => {
	entry.status = wholeNumber(text);
};
const BYTES: Setter = (entry, text) => {
	entry.bytes = wholeNumber(text);
};
const SECONDS: Setter = (entry, text) => {
	entry.seconds = text === "-" ? Number.NaN : Number.parseFloat(text);
};
const QUERY: Setter = (entry, text) => {
	const query = text.startsWith("?") ? text.slice(1) : text;
	if (query !== "" && query !== "-") entry.target += `?${query}`;
};
const signed =
	(name: "signature" | "signatureInput" | "signatureAgent"): Setter =>
	(entry, text) => {
		if (text !== "-") entry[name] = unescaped(text);
	};
const divided =
	(by: number): Setter =>
	(entry, text) => {
		entry.seconds = Number.parseFloat(text) / by;
	};

/** nginx variables. */
const NGINX: Readonly<Record<string, Setter>> = {
	remote_addr: ADDRESS,
	realip_remote_addr: ADDRESS,
	http_x_forwarded_for: FORWARDED,
	proxy_add_x_forwarded_for: FORWARDED,
	http_x_real_ip: FORWARDED,
	http_cf_connecting_ip: FORWARDED,
	http_true_client_ip: FORWARDED,
	time_local: (entry, text) => {
		entry.at = clfTime(text);
	},
	time_iso8601: (entry, text) => {
		entry.at = anyTime(text);
	},
	msec: (entry, text) => {
		entry.at = anyTime(text);
	},
	request: setRequest,
	request_method: METHOD,
	request_uri: (entry, text) => {
		entry.target = text;
	},
	uri: (entry, text) => {
		if (entry.target === "") entry.target = text;
	},
	args: QUERY,
	query_string: QUERY,
	status: STATUS,
	body_bytes_sent: BYTES,
	bytes_sent: BYTES,
	request_time: SECONDS,
	// For AWS load balancers, in BUILT_IN.
	client_port: (entry, text) => {
		entry.address = text.slice(0, text.lastIndexOf(":")).replace(/^\[|\]$/g, "");
	},
	target_processing_time: (entry, text) => {
		const seconds = Number.parseFloat(text);
		entry.seconds = seconds < 0 ? Number.NaN : seconds;
	},
	http_referer: REFERRER,
	http_user_agent: AGENT,
	http_signature: signed("signature"),
	http_signature_input: signed("signatureInput"),
	http_signature_agent: signed("signatureAgent"),
	host: HOST,
	http_host: HOST,
	server_name: (entry, text) => {
		if (entry.host === "") entry.host = text;
	},
};

/** Directives of Apache's mod_log_config. */
const APACHE: Readonly<Record<string, Setter>> = {
	h: ADDRESS,
	a: ADDRESS,
	"{c}a": ADDRESS,
	t: (entry, text) => {
		entry.at = clfTime(text.startsWith("[") ? text.slice(1, -1) : text);
	},
	r: setRequest,
	m: METHOD,
	U: (entry, text) => {
		if (entry.target === "") entry.target = text;
	},
	q: QUERY,
	s: STATUS,
	b: BYTES,
	B: BYTES,
	O: BYTES,
	T: SECONDS,
	"{s}T": SECONDS,
	"{ms}T": divided(1e3),
	"{us}T": divided(1e6),
	D: divided(1e6),
	v: HOST,
	V: HOST,
	"{host}i": HOST,
	"{referer}i": REFERRER,
	"{user-agent}i": AGENT,
	"{signature}i": signed("signature"),
	"{signature-input}i": signed("signatureInput"),
	"{signature-agent}i": signed("signatureAgent"),
	"{x-forwarded-for}i": FORWARDED,
	"{x-real-ip}i": FORWARDED,
	"{cf-connecting-ip}i": FORWARDED,
	"{true-client-ip}i": FORWARDED,
};

const NGINX_FIELD = /\$(?:\{(\w+)\}|(\w+))/g;
const APACHE_FIELD = /%[!\d,]*[<>]?((?:\{[^}]*\})?(?:\^[a-z]{2}|[A-Za-z%]))/g;

/**
 * @param written such as `$remote_addr [$time_local] "$request" $status` or `%h %t "%r" %>s`; `combined` and `common`
 * too @throws Failure `input-invalid`
 */
export function readTextFormat(written: string): TextFormat {
	const known = BUILT_IN[written];
	if (known) return known;
	const isNginx = NGINX_FIELD.test(written);
	NGINX_FIELD.lastIndex = 0;
	const format = compile("custom", written, isNginx ? "nginx" : "apache", false);
	const why = faultOf(format);
	if (why !== undefined)
		throw new Failure("input-invalid", {
			what: "--log-format cannot be used.",
			why,
			todo: "Copy the format as log_format (nginx) or LogFormat (Apache) has it, in single quotes.",
		});
	return format;
}

function faultOf({ fields }: TextFormat): string | undefined {
	const sets = fields.map(({ set }) => set);
	if (fields.slice(0, -1).some(({ end }) => end === "")) return "Two of its fields stand side by side.";
	if (!sets.includes(AGENT)) return "It has no user agent, which names the bot.";
	const timed = [NGINX.time_local, NGINX.time_iso8601, NGINX.msec, APACHE.t];
	if (!sets.some((set) => set !== undefined && timed.includes(set))) return "It has no time that can be read.";
	return sets.some((set) => set === ADDRESS || set === FORWARDED) ? undefined : "It has no address of the client.";
}

function compile(name: string, written: string, kind: "nginx" | "apache", open: boolean): TextFormat {
	const found = [...written.matchAll(kind === "nginx" ? NGINX_FIELD : APACHE_FIELD)];
	const between = (from: number, to: number) => written.slice(from, to).replaceAll('\\"', '"').replaceAll("\\t", "\t");
	const fields = found.map((match, index): Field => {
		const from = match.index + match[0].length;
		const literal = between(from, found[index + 1]?.index ?? written.length);
		const name = match[1] ?? match[2] ?? "";
		const set = kind === "nginx" ? NGINX[name] : APACHE[/^\{[^}]*\}i$/i.test(name) ? name.toLowerCase() : name];
		// Apache adds the brackets of %t itself.
		const end = kind === "apache" && set === APACHE.t ? `]${literal}` : literal;
		return { set, end, quoted: literal.startsWith('"') };
	});
	const start = between(0, found[0]?.index ?? written.length);
	return {
		name,
		start: opened(start, fields[0]),
		fields: fields.map((field, at) => ({ ...field, end: opened(field.end, fields[at + 1]) })),
		open,
	};
}

/** Apache adds the brackets of `%t` itself. */
function opened(literal: string, next: Field | undefined): string {
	return next?.set === APACHE.t && next !== undefined ? `${literal}[` : literal;
}

const COMBINED = '"%r" %>s %b "%{Referer}i" "%{User-Agent}i"';
/** Servers' default formats. */
export const BUILT_IN: Readonly<Record<string, TextFormat>> = {
	combined: compile("combined", `%h %l %u %t ${COMBINED}`, "apache", true),
	"combined with hosts": compile("combined with hosts", `%v %h %l %u %t ${COMBINED}`, "apache", true),
	common: compile("common", '%h %l %u %t "%r" %>s %b', "apache", false),
	alb: compile(
		"alb",
		'$type $time_iso8601 $elb $client_port $target_port $waited $target_processing_time $sent_in $status $target_status $received $bytes_sent "$request" "$http_user_agent"',
		"nginx",
		true,
	),
};

/** @returns false if the line has another format; the entry is then partly filled */
export function readTextLine({ start, fields, open }: TextFormat, line: string, entry: LogEntry): boolean {
	if (!line.startsWith(start)) return false;
	let at = start.length;
	for (const { set, end, quoted } of fields) {
		if (end === "") {
			const last = line.slice(at);
			set?.(entry, last);
			// Otherwise a longer format would match a shorter one.
			return set !== BYTES || /^(?:\d+|-)$/.test(last);
		}
		let stop = line.indexOf(end, at);
		// Skip escaped quotes, which a client sent.
		while (quoted && stop > 0 && isEscaped(line, stop)) stop = line.indexOf(end, stop + 1);
		if (stop < 0) return isCutBehind(line, at, end, set, entry);
		set?.(entry, line.slice(at, stop));
		at = stop + end.length;
	}
	return open || at === line.length;
}

/** The literal after the last field ends the line, unless more fields may follow. */
function isCutBehind(line: string, at: number, end: string, set: Setter | undefined, entry: LogEntry): boolean {
	const short = end.trimEnd();
	if (short === end || !line.endsWith(short)) return false;
	set?.(entry, line.slice(at, line.length - short.length));
	return true;
}

/** nginx escapes a quote as `\x22`, Apache as `\"`. */
function unescaped(text: string): string {
	return text.replace(/\\(?:x([0-9a-f]{2})|(["\\]))/gi, (_, octet: string | undefined, plain: string) =>
		octet === undefined ? plain : String.fromCharCode(Number.parseInt(octet, 16)),
	);
}

function isEscaped(line: string, at: number): boolean {
	let backslashes = 0;
	while (line.charCodeAt(at - 1 - backslashes) === 92) backslashes++;
	return backslashes % 2 === 1;
}
