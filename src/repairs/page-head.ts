import { languageSigns } from "#checks/semantics/lang.ts";
import { canonicalStatements } from "#checks/shared/canonical-links.ts";
import { sureLanguage } from "#checks/shared/text-language.ts";
import { attributeOf, escaped } from "./html-file.ts";
import { onPages, type Repair } from "./repair.ts";

export const charset: Repair = onPages(function* (page) {
	const { from, label } = page.digest.charset;
	// Bytes of another encoding would have to be written anew.
	if (from !== "default" && !(from === "late-meta" && label === "utf-8")) return;
	if (page.text.includes("\ufffd")) return;
	for (const meta of page.all("meta")) if (attributeOf(meta, "charset") !== undefined) yield page.remove(meta);
	yield page.headFirst('<meta charset="utf-8">');
});

export const lang: Repair = onPages(function* (page) {
	const root = page.first("html");
	const stated = page.digest.lang?.text.trim() ?? "";
	const sure = sureLanguage(page.digest.text.language);
	const signs = languageSigns(page.page).filter(({ language }) => sure?.group.split(" ").includes(language));
	const tag = signs[0]?.tag ?? sure?.tag;
	if (!root || tag === undefined || tag === stated) return;
	yield page.setAttribute(root, "lang", tag);
});

export const canonical: Repair = onPages(function* (page) {
	const statements = canonicalStatements(page.page);
	if (statements.length > 0) return;
	for (const link of page.all("link")) {
		if (/(?:^|\s)canonical(?:\s|$)/i.test(attributeOf(link, "rel") ?? "")) yield page.remove(link);
	}
	yield page.headLast(`<link rel="canonical" href="${escaped(page.url)}">`);
});
