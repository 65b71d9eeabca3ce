import { Failure } from "#core/failure.ts";

export interface NamedHeader {
	readonly name: string;
	readonly variable: string;
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
export const VARIABLE = /^[A-Z_][A-Z0-9_]{0,99}$/;
/** Headers that identify us, or that control the transfer. */
const OURS: ReadonlySet<string> = new Set(
	`host user-agent from referer origin accept accept-encoding connection keep-alive proxy-authorization proxy-connection te trailer
	transfer-encoding upgrade content-length content-type content-encoding expect range`.split(/\s+/),
);
const LONGEST = 8_000;

/** Quotes no rejected value: other users see arguments, and shells save them. @throws Failure `input-invalid` */
export function parseNamedHeader(text: string): NamedHeader {
	const [, name = "", variable = ""] = /^([^=:\s]+)=(.*)$/s.exec(text) ?? [];
	if (!NAME.test(name) || !VARIABLE.test(variable))
		throw refused(
			"It takes the name of a header and of an environment variable; a value on the command line could be read by others.",
		);
	if (OURS.has(name.toLowerCase())) throw refused(`${name} cannot be set: it says who asks, or how a request is sent.`);
	return { name: name.toLowerCase(), variable };
}

/** Messages quote no values. @throws Failure `input-invalid` for an unset variable, or an invalid header value */
export function readHeaderValues(
	headers: readonly NamedHeader[],
	environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> | undefined {
	if (headers.length === 0) return undefined;
	const values = new Map<string, string>();
	for (const { name, variable } of headers) {
		const value = environment[variable]?.trim();
		if (value === undefined || value === "")
			throw refused(`The variable that it names for ${name} is not set.`, "Set it in the environment of this command.");
		if (!/^[\x20-\x7e]+$/.test(value) || value.length > LONGEST)
			throw refused(`The value for ${name} has more than ${LONGEST} characters, or other ones than printable ASCII.`);
		if (values.has(name)) throw refused(`${name} is given twice.`);
		values.set(name, value);
	}
	return Object.fromEntries(values);
}

function refused(
	why: string,
	todo = "Write --header Cookie=STAGING_COOKIE, with the value in the variable STAGING_COOKIE.",
): Failure {
	return new Failure("input-invalid", { what: "--header cannot be used.", why, todo });
}
