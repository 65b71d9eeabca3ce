import type { FormFault, FormValues } from "#site/form/form-view.ts";
import { BODY_MAX_BYTES, Rejection } from "../api/problems.ts";
import { type ApiRequest, type BodyRule, readBody } from "../api/request-body.ts";
import type { Form, UploadedFile } from "./form.ts";

export interface FormBody {
	readonly values: FormValues;
	readonly input: Readonly<Record<string, unknown>>;
	readonly faults: readonly FormFault[];
}

const URLENCODED: Omit<BodyRule, "most"> = {
	type: /^application\/x-www-form-urlencoded(?:[ \t]*;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?)?[ \t]*$/i,
	accept: "application/x-www-form-urlencoded",
};
const MULTIPART: Omit<BodyRule, "most"> = {
	type: /^multipart\/form-data[ \t]*;[ \t]*boundary=/i,
	accept: "multipart/form-data",
};

/** Our largest form has a quarter; more parts only cost time. */
const FIELDS_MOST = 100;

type BodyParts = Pick<Form, "bodyBytes" | "files">;

/** @throws as `readBody` */
export function readFormBytes(
	{ bodyBytes = BODY_MAX_BYTES, files = [] }: BodyParts,
	request: ApiRequest,
): Promise<Uint8Array<ArrayBuffer>> {
	return readBody(request, { ...(files.length > 0 ? MULTIPART : URLENCODED), most: bodyBytes });
}

/** @throws Rejection `input-invalid` where its parts cannot be separated, or are too many */
export async function parseFormBody(
	{ files = [] }: BodyParts,
	bytes: Uint8Array<ArrayBuffer>,
	{ headers }: Pick<ApiRequest, "headers">,
): Promise<FormBody> {
	const data = await parse(bytes, headers.get("content-type") ?? "");
	const values = new Map<string, string | string[]>();
	const input = new Map<string, unknown>();
	const faults: FormFault[] = [];
	for (const [name, entries] of byName(data)) {
		if (files.includes(name)) {
			const file = await fileOf(entries);
			if (file) input.set(name, file);
			continue;
		}
		const texts = entries.filter((entry) => typeof entry === "string").map(withPlainLines);
		if (texts.some((text) => CONTROLS.test(text))) faults.push({ field: name, says: NO_CONTROLS });
		values.set(name, oneOrSeveral(texts));
		const typed = texts.map((text) => text.trim()).filter((text) => text !== "");
		if (typed.length > 0) input.set(name, oneOrSeveral(typed));
	}
	return { values: Object.fromEntries(values), input: Object.fromEntries(input), faults };
}

/** One pass: FormData searches all entries for each name. */
function byName(data: FormData): Map<string, (string | File)[]> {
	const entries = [...data];
	if (entries.length > FIELDS_MOST) throw new Rejection("input-invalid", { detail: "The form has too many fields." });
	return new Map(
		[...Map.groupBy(entries, ([name]) => name)].map(([name, group]) => [name, group.map(([, entry]) => entry)]),
	);
}

async function parse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
	try {
		return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
	} catch (error) {
		throw new Rejection("input-invalid", { detail: "The parts of the form cannot be separated.", cause: error });
	}
}

/** Without a choice browsers send an empty file without a name. */
async function fileOf([entry]: readonly (string | File)[]): Promise<UploadedFile | undefined> {
	if (entry === undefined || typeof entry === "string" || (entry.size === 0 && entry.name === "")) return undefined;
	return { name: entry.name, bytes: new Uint8Array(await entry.arrayBuffer()) };
}

/** Browsers send CR and LF. */
function withPlainLines(text: string): string {
	return text.replace(/\r\n?/g, "\n");
}

/** Databases refuse some control characters. */
const CONTROLS = /[^\P{Cc}\t\n]/u;
const NO_CONTROLS = "This holds control characters, which cannot be kept. Type it again without them.";

function oneOrSeveral(texts: string[]): string | string[] {
	const [first = ""] = texts;
	return texts.length > 1 ? texts : first;
}
