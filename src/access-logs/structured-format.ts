import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { anyTime, clfTime, type LogEntry, setTarget, wholeNumber } from "./log-entry.ts";

/** Member names in one product's JSON; dots denote paths. The first existing one counts. */
interface JsonShape {
	readonly name: string;
	/** A member that only this product writes. */
	readonly mark: string;
	readonly at: readonly string[];
	readonly address: readonly string[];
	readonly forwarded: readonly string[];
	readonly host: readonly string[];
	readonly method: readonly string[];
	readonly target: readonly string[];
	readonly status: readonly string[];
	readonly bytes: readonly string[];
	readonly seconds: readonly [name: string, by: number] | undefined;
	readonly referrer: readonly string[];
	readonly agent: readonly string[];
	readonly edge: readonly string[];
	/** Signature, Signature-Input and Signature-Agent. */
	readonly signed?: readonly [string, string, string];
}

/**
 * By the documentation of each product:
 * - Caddy: https://caddyserver.com/docs/logging
 * - Traefik: https://doc.traefik.io/traefik/observability/access-logs/
 * - Cloudflare: https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
 * - Vercel: https://vercel.com/docs/drains/reference/logs
 * - CloudFront: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 * - Netlify: https://docs.netlify.com/manage/monitoring/log-drains/
 * - nginx: log_format with escape=json, where members are called as its variables
 */
const JSON_SHAPES: readonly JsonShape[] = [
	{
		name: "caddy",
		mark: "request.uri",
		at: ["ts"],
		address: ["request.client_ip", "request.remote_ip", "request.remote_addr"],
		forwarded: ["request.headers.X-Forwarded-For"],
		host: ["request.host"],
		method: ["request.method"],
		target: ["request.uri"],
		status: ["status"],
		bytes: ["size"],
		seconds: ["duration", 1],
		referrer: ["request.headers.Referer"],
		agent: ["request.headers.User-Agent"],
		edge: [],
		signed: ["request.headers.Signature", "request.headers.Signature-Input", "request.headers.Signature-Agent"],
	},
	{
		name: "traefik",
		mark: "RequestPath",
		at: ["StartUTC", "StartLocal", "time"],
		address: ["ClientHost"],
		forwarded: ["request_X-Forwarded-For"],
		host: ["RequestHost", "RequestAddr"],
		method: ["RequestMethod"],
		target: ["RequestPath"],
		status: ["DownstreamStatus", "OriginStatus"],
		bytes: ["DownstreamContentSize"],
		seconds: ["Duration", 1e9],
		referrer: ["request_Referer"],
		agent: ["request_User-Agent"],
		edge: ["ServiceName"],
		signed: ["request_Signature", "request_Signature-Input", "request_Signature-Agent"],
	},
	{
		name: "cloudflare",
		mark: "ClientRequestURI",
		at: ["EdgeStartTimestamp", "EdgeEndTimestamp"],
		address: ["ClientIP"],
		forwarded: [],
		host: ["ClientRequestHost"],
		method: ["ClientRequestMethod"],
		target: ["ClientRequestURI"],
		status: ["EdgeResponseStatus"],
		bytes: ["EdgeResponseBytes"],
		seconds: ["EdgeTimeToFirstByteMs", 1e3],
		referrer: ["ClientRequestReferer"],
		agent: ["ClientRequestUserAgent"],
		edge: ["EdgeColoCode"],
		signed: ["RequestHeaders.signature", "RequestHeaders.signature-input", "RequestHeaders.signature-agent"],
	},
	{
		name: "vercel",
		mark: "proxy.path",
		at: ["proxy.timestamp", "timestamp"],
		address: ["proxy.clientIp"],
		forwarded: [],
		host: ["proxy.host", "host"],
		method: ["proxy.method"],
		target: ["proxy.path"],
		status: ["proxy.statusCode", "statusCode"],
		bytes: ["proxy.responseByteSize"],
		seconds: undefined,
		referrer: ["proxy.referer"],
		agent: ["proxy.userAgent"],
		edge: ["proxy.region"],
	},
	{
		name: "cloudfront",
		mark: "cs-uri-stem",
		at: ["timestamp(ms)", "timestamp"],
		address: ["c-ip"],
		forwarded: ["x-forwarded-for"],
		host: ["x-host-header", "cs(Host)"],
		method: ["cs-method"],
		target: ["cs-uri-stem"],
		status: ["sc-status"],
		bytes: ["sc-bytes"],
		seconds: ["time-taken", 1],
		referrer: ["cs(Referer)"],
		agent: ["cs(User-Agent)"],
		edge: ["x-edge-location"],
	},
	{
		name: "netlify",
		mark: "user_agent",
		at: ["timestamp"],
		address: ["client_ip", "ip_address"],
		forwarded: [],
		host: ["domain", "host"],
		method: ["method"],
		target: ["url", "path"],
		status: ["status_code", "status"],
		bytes: ["response_size", "bytes"],
		seconds: ["duration", 1e3],
		referrer: ["referrer", "referer"],
		agent: ["user_agent"],
		edge: ["country"],
	},
	{
		name: "nginx json",
		mark: "http_user_agent",
		at: ["time_iso8601", "msec", "time_local", "time", "timestamp", "@timestamp"],
		address: ["remote_addr"],
		forwarded: ["http_x_forwarded_for", "http_cf_connecting_ip", "http_x_real_ip"],
		host: ["host", "http_host", "server_name"],
		method: ["request_method", "method"],
		target: ["request_uri", "uri"],
		status: ["status"],
		bytes: ["body_bytes_sent", "bytes_sent"],
		seconds: ["request_time", 1],
		referrer: ["http_referer", "http_referrer"],
		agent: ["http_user_agent"],
		edge: [],
		signed: ["http_signature", "http_signature_input", "http_signature_agent"],
	},
];

/** @returns the format's name; undefined unless the line is JSON of a request */
export function readJsonLine(line: string, entry: LogEntry): string | undefined {
	const record = parsed(line);
	if (!record) return undefined;
	const shape = JSON_SHAPES.find(({ mark }) => member(record, mark) !== undefined);
	if (!shape) return undefined;
	const text = (names: readonly string[]) => textOf(firstOf(record, names));
	entry.at = timeOf(record, shape);
	entry.address = text(shape.address);
	entry.forwarded = dashless(text(shape.forwarded));
	entry.host = dashless(text(shape.host));
	entry.method = text(shape.method);
	setTarget(entry, text(shape.target));
	if (shape.name === "cloudfront") addQuery(entry, textOf(record["cs-uri-query"]));
	entry.status = wholeNumber(text(shape.status));
	entry.bytes = wholeNumber(text(shape.bytes));
	if (shape.seconds) entry.seconds = Number.parseFloat(textOf(member(record, shape.seconds[0]))) / shape.seconds[1];
	entry.referrer = dashless(text(shape.referrer));
	const agent = dashless(text(shape.agent));
	entry.agent = shape.name === "cloudfront" ? unescaped(agent) : agent;
	entry.edge = text(shape.edge);
	const [signature, input, agentOf] = shape.signed ?? [];
	if (signature !== undefined) entry.signature = dashless(textOf(member(record, signature)));
	if (entry.signature !== "") {
		entry.signatureInput = textOf(member(record, input ?? ""));
		entry.signatureAgent = dashless(textOf(member(record, agentOf ?? "")));
	}
	return shape.name;
}

function parsed(line: string): JsonObject | undefined {
	// Fast path for truncated lines: V8 keeps a text that it failed to parse, with the string that it is a slice of.
	if (!line.trimEnd().endsWith("}")) return undefined;
	try {
		const value: unknown = JSON.parse(line);
		return isJsonObject(value) ? value : undefined;
	} catch {
		// Counted as unreadable.
		return undefined;
	}
}

function timeOf(record: JsonObject, { at }: JsonShape): number {
	const value = firstOf(record, at);
	if (value !== undefined) return anyTime(typeof value === "number" ? value : textOf(value));
	const { date, time } = record;
	return date === undefined ? Number.NaN : anyTime(`${textOf(date)}T${textOf(time)}`);
}

const parts = new Map<string, readonly string[]>();

function partsOf(name: string): readonly string[] {
	const kept = parts.get(name);
	if (kept) return kept;
	const made = name.split(".");
	parts.set(name, made);
	return made;
}

/** Dots in field names always denote paths. */
function member(record: JsonObject, name: string): unknown {
	if (Object.hasOwn(record, name)) return record[name];
	const path = partsOf(name);
	if (path.length === 1) return undefined;
	let value: unknown = record;
	for (const part of path) {
		if (!isJsonObject(value)) return undefined;
		value = Object.hasOwn(value, part) ? value[part] : undefined;
	}
	return value;
}

function firstOf(record: JsonObject, names: readonly string[]): unknown {
	for (const name of names) {
		const value = member(record, name);
		if (value !== undefined && value !== null && value !== "") return value;
	}
	return undefined;
}

function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).join(", ");
	return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function dashless(text: string): string {
	return text === "-" ? "" : text;
}

/** Fields of a W3C log, in `#Fields:` order. */
export interface W3cFields {
	readonly names: readonly string[];
	/** IIS separates fields by blanks and writes `+` in them; CloudFront uses tabs and `%20`. */
	readonly separator: "\t" | " ";
}

const W3C_MARK = "#Fields:";

/** Undefined for other comments. */
export function readW3cFields(line: string): W3cFields | undefined {
	if (!line.startsWith(W3C_MARK)) return undefined;
	const names = line.slice(W3C_MARK.length).trim().split(/\s+/);
	return { names, separator: names.includes("x-edge-location") || line.includes("\t") ? "\t" : " " };
}

/** @returns the format's name; undefined if the number of fields differs */
export function readW3cLine({ names, separator }: W3cFields, line: string, entry: LogEntry): string | undefined {
	// IIS's advanced logging and some modules quote fields with blanks.
	const values = separator === " " && line.includes('"') ? quotedFields(line) : line.split(separator);
	if (values.length !== names.length) return undefined;
	const isEdge = separator === "\t";
	let day = "";
	let clock = "";
	for (let at = 0; at < names.length; at++) {
		const name = names[at] ?? "";
		const value = values[at] ?? "";
		if (name === "date") day = value;
		else if (name === "time") clock = value;
		else if (value !== "-") W3C[name.toLowerCase()]?.(entry, value, isEdge);
	}
	entry.at = day.includes("/") ? clfTime(day) : anyTime(`${day}T${clock}`);
	return isEdge ? "cloudfront" : "iis";
}

function quotedFields(line: string): readonly string[] {
	return (line.match(/"[^"]*"|[^ ]+/g) ?? []).map((field) => (/^".*"$/.test(field) ? field.slice(1, -1) : field));
}

const W3C: Readonly<Record<string, (entry: LogEntry, value: string, isEdge: boolean) => void>> = {
	"c-ip": (entry, value) => {
		entry.address = value;
	},
	"x-forwarded-for": (entry, value) => {
		entry.forwarded = unescaped(value.replaceAll("+", " "));
	},
	"cs(x-forwarded-for)": (entry, value) => {
		entry.forwarded = value.replaceAll("+", " ");
	},
	"cs-method": (entry, value) => {
		entry.method = value;
	},
	"cs-uri-stem": (entry, value) => setTarget(entry, value),
	"cs-uri-query": (entry, value) => addQuery(entry, value),
	"sc-status": (entry, value) => {
		entry.status = wholeNumber(value);
	},
	"sc-bytes": (entry, value) => {
		entry.bytes = wholeNumber(value);
	},
	"time-taken": (entry, value, isEdge) => {
		entry.seconds = Number.parseFloat(value) / (isEdge ? 1 : 1_000);
	},
	"cs(user-agent)": (entry, value, isEdge) => {
		entry.agent = isEdge ? unescaped(value) : value.replaceAll("+", " ");
	},
	"cs(referer)": (entry, value) => {
		entry.referrer = value;
	},
	"cs-host": (entry, value) => {
		entry.host = value;
	},
	"x-host-header": (entry, value) => {
		entry.host = value;
	},
	"x-edge-location": (entry, value) => {
		entry.edge = value;
	},
};

function addQuery(entry: LogEntry, query: string): void {
	if (query !== "" && query !== "-" && entry.target !== "") entry.target += `?${query}`;
}

/** Decodes once, or twice for older CloudFront logs. */
function unescaped(text: string): string {
	return text.replace(/%(?:25)?([2-7][0-9a-f])/gi, (_, octet: string) =>
		String.fromCharCode(Number.parseInt(octet, 16)),
	);
}
