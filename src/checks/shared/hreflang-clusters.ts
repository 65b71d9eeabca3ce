import type { Page } from "#evidence/evidence-map.ts";
import { type Annotation, addressKey } from "./hreflang-annotations.ts";

/** A page and what is stated of its language versions. */
export interface Stated {
	readonly page: Page;
	readonly annotations: readonly Annotation[];
}

/** The page is among the versions that it names, by its own address or its canonical one. */
export function namesItself({ page, annotations }: Stated): boolean {
	const own = [
		page.url,
		...page.digest.links.flatMap((link) => (link.rel.includes("canonical") ? (link.href ?? []) : [])),
	];
	const keys = new Set(own.map(addressKey));
	return annotations.some(({ url }) => url !== null && keys.has(addressKey(url)));
}

/** Versions among the pages seen that do not name the page that names them. */
export function unconfirmed(stated: readonly Stated[]) {
	// A page may name 500 versions, so each address is read once.
	const seen = new Map(stated.map((each) => [addressKey(each.page.url), { url: each.page.url, names: keysOf(each) }]));
	return stated.flatMap(({ page, annotations }) => {
		const own = addressKey(page.url);
		return annotations.flatMap(({ url, hreflang: code, exhibits }) => {
			const there = url === null ? undefined : seen.get(addressKey(url));
			return !there || there.names.has(own) ? [] : [{ from: page.url, to: there.url, code, exhibits }];
		});
	});
}

function keysOf({ annotations }: Stated): ReadonlySet<string> {
	return new Set(annotations.flatMap(({ url }) => (url === null ? [] : [addressKey(url)])));
}

/** Codes that are named, in lower case, and the languages of the pages that name them, where that is another. */
export function countLanguages(all: readonly Annotation[], stated: readonly Stated[]): number {
	const codes = codesOf(all).filter((code) => code !== "x-default");
	const named = new Set(codes.map(primary));
	const own = stated.flatMap(({ page, annotations }) => {
		const language = primary(page.digest.lang?.text.trim().toLowerCase() ?? "");
		return annotations.length === 0 || language === "" || named.has(language) ? [] : [language];
	});
	return codes.length + new Set(own).size;
}

/** Each code once, in lower case. */
export function codesOf(all: readonly Annotation[]): readonly string[] {
	return [...new Set(all.map(({ hreflang }) => hreflang.toLowerCase()))];
}

/** `de-at` → `de` */
function primary(code: string): string {
	return code.split("-", 1)[0] ?? "";
}
