import { expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/");

it.each([
	["<img src=a.png alt='A  cat'>", { src: "a.png", alt: "A cat", ariaName: "", decorative: false }],
	["<img>", { src: null, alt: null, ariaName: "", decorative: false }],
	["<img alt>", { alt: "" }],
	["<img alt=' '>", { alt: " " }],
	["<img aria-label=L title=T>", { alt: null, ariaName: "L" }],
	["<img aria-labelledby=x><p id=x>Named</p>", { ariaName: "Named" }],
	["<img title=T>", { ariaName: "T" }],
	["<img role=presentation>", { decorative: true }],
	["<img role=none tabindex=0>", { decorative: false }],
	["<div aria-hidden=true><img></div>", { decorative: true }],
	["<img hidden>", { decorative: true }],
	["<image src=a.png>", { src: "a.png" }],
])("reads %s", (html, image) => {
	expect(read(html).images).toMatchObject([image]);
});

it("counts img elements alone", () => {
	expect(read("<svg><image href=x /></svg><picture><source><img></picture><input type=image>").counts.images).toBe(1);
});
