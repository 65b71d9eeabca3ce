import type { CheckExample, ExampleAnswer } from "#checks/shared/example.ts";

/** What readers are shown of a check's example: the parts that differ from a plain site. */
export interface ExamplePart {
	/** `In the <head>`, `/robots.txt`, `Header strict-transport-security`. */
	readonly label: string;
	readonly code: string;
}

const LONGEST = 1_200;

/** In the order in which a reader meets them; none for the plain site. */
export function exampleParts(example: Omit<CheckExample, "name" | "outcome">): readonly ExamplePart[] {
	const { head, body, page, headers = {}, files = {}, folder, rendered } = example;
	return [
		...(folder ? [part("Audited", "a folder in place of the public site")] : []),
		...(page === undefined ? [] : [part("The home page", page)]),
		...(head === undefined ? [] : [part("In the <head>", head)]),
		...(body === undefined ? [] : [part("In the page", body)]),
		...Object.entries(headers).map(([name, value]) => part(`Header ${name}`, value ?? "(not sent)")),
		...Object.entries(files).flatMap(([path, answer]) => answerParts(path, answer)),
		...(rendered === undefined ? [] : [part("What the browser measured", JSON.stringify(rendered, null, 2))]),
	];
}

function answerParts(path: string, answer: ExampleAnswer | string | null): ExamplePart[] {
	if (answer === null) return [part(path, "404")];
	if (typeof answer === "string") return [part(path, answer)];
	const { status, headers = {}, body, badCertificate, failure, when = {} } = answer;
	const { markdown, browser, rpc = {}, again } = when;
	const variants: readonly (readonly [string, ExampleAnswer | string | undefined])[] = [
		[`${path}, asked for as Markdown`, markdown],
		[`${path}, as a browser gets it`, browser],
		[`${path}, the second time`, again],
		...Object.entries(rpc).map(([method, reply]) => [`${path}, method ${method}`, reply] as const),
	];
	const lines = [
		...(failure === undefined ? [] : [failure]),
		...(badCertificate === undefined ? [] : [`certificate: ${badCertificate}`]),
		...(status === undefined ? [] : [`${status}`]),
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
	];
	const own = [lines.join("\n"), body].filter((each) => each !== undefined && each !== "").join("\n\n");
	return [
		...(own === "" ? [] : [part(path, own)]),
		...variants.flatMap(([label, reply]) => (reply === undefined ? [] : answerParts(label, reply))),
	];
}

function part(label: string, code: string): ExamplePart {
	const text = code.trim();
	return { label, code: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text };
}
