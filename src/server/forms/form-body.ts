import type { FormFault, FormValues } from "#site/form/form-view.ts";
import { BODY_MAX_BYTES } from "../api/problems.ts";
import { Rejection } from "../api/rejection.ts";
import { type ApiRequest, type BodyRule, readBody } from "../api/request-body.ts";
import type { Form, UploadedFile } from "./form.ts";

/** What was posted, read. */
export interface FormBody {
	/** As it was typed, without files. */
	readonly values: FormValues;
	/** For the form's schema: what is not empty. */
	readonly input: Readonly<Record<string, unknown>>;
	/** What no field may hold. */
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

/**
 * Reads a form as its page posts it.
 * @throws as `readBody`; Rejection `input-invalid` where its parts cannot be separated
 */
export async function readFormBody(
	{ bodyBytes = BODY_MAX_BYTES, files = [] }: Pick<Form, "bodyBytes" | "files">,
	request: ApiRequest,
): Promise<FormBody> {
	const rule = files.length > 0 ? MULTIPART : URLENCODED;
	const bytes = await readBody(request, { ...rule, most: bodyBytes });
	const data = await parse(bytes, request.headers.get("content-type") ?? "");
	const values = new Map<string, string | string[]>();
	const input = new Map<string, unknown>();
	const faults: FormFault[] = [];
	for (const name of new Set(data.keys())) {
		const entries = data.getAll(name);
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

async function parse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
	try {
		return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
	} catch (error) {
		throw new Rejection("input-invalid", { detail: "The parts of the form cannot be separated.", cause: error });
	}
}

/** Where none was chosen, browsers send an empty one without a name. */
async function fileOf([entry]: readonly (string | File)[]): Promise<UploadedFile | undefined> {
	if (entry === undefined || typeof entry === "string" || (entry.size === 0 && entry.name === "")) return undefined;
	return { name: entry.name, bytes: new Uint8Array(await entry.arrayBuffer()) };
}

/** Browsers send CR and LF. */
function withPlainLines(text: string): string {
	return text.replace(/\r\n?/g, "\n");
}

/** Databases refuse some of them, and none belongs into a text. */
const CONTROLS = /[^\P{Cc}\t\n]/u;
const NO_CONTROLS = "This holds control characters, which cannot be kept. Type it again without them.";

function oneOrSeveral(texts: string[]): string | string[] {
	const [first = ""] = texts;
	return texts.length > 1 ? texts : first;
}
