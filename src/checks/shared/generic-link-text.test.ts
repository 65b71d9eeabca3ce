import { expect, test } from "vitest";
import { isGenericLinkText } from "./generic-link-text.ts";

test.each([
	"Click here",
	"READ MORE »",
	"more…",
	"Learn more →",
	"Mehr erfahren",
	"En savoir plus",
	"Plus d'infos",
	"Leer más",
	"こちら",
	"了解更多",
	"더 보기",
	"Подробнее",
	"और पढ़ें",
])("%s says nothing", (text) => {
	expect(isGenericLinkText(text)).toBe(true);
});

test.each(["Read more about joints", "Repairs", "Click here for prices", "", "→", "Hereford", "Linked data", "1"])(
	"%j is not on the list",
	(text) => {
		expect(isGenericLinkText(text)).toBe(false);
	},
);
