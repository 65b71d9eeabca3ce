import { isJsonObject, type JsonObject } from "#core/json-object.ts";

/** A place in a document as JSON Pointer (RFC 6901), and what is wrong there as the rest of a sentence. */
export interface JsonFault {
	readonly at: string;
	readonly says: string;
}

/** Members that are no text, or an empty one. */
export function lacksText(object: JsonObject, at: string, names: readonly string[]): JsonFault[] {
	return names
		.filter((name) => typeof object[name] !== "string" || object[name].trim() === "")
		.map((name) => ({ at: `${at}/${name}`, says: "is no text" }));
}

/** Members that are no list of texts, or have none where there have to be some. */
export function lacksTexts(object: JsonObject, at: string, names: readonly string[]): JsonFault[] {
	return names.flatMap((name) => {
		const value = object[name];
		const sound = Array.isArray(value) && value.every((each) => typeof each === "string");
		return sound ? [] : [{ at: `${at}/${name}`, says: "is no list of texts" }];
	});
}

/** The items of a list, each with its pointer; a fault where it is no list of objects. */
export function eachObject(
	value: unknown,
	at: string,
	read: (item: JsonObject, at: string) => readonly JsonFault[],
): JsonFault[] {
	if (!Array.isArray(value)) return [{ at, says: "is no list" }];
	return value.flatMap((item: unknown, index) => {
		const place = `${at}/${index}`;
		return isJsonObject(item) ? read(item, place) : [{ at: place, says: "is no object" }];
	});
}

/** True for an absolute https address; the only one that a client may trust with credentials. */
export function isHttps(value: unknown): value is string {
	return typeof value === "string" && URL.canParse(value) && new URL(value).protocol === "https:";
}

/** True for an absolute web address. */
export function isWebAddress(value: unknown): value is string {
	return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
