import { expect, test } from "vitest";
import { aNode, aPage, ask } from "../page.testkit.ts";
import { howtoMarkup } from "./howto-markup.ts";

const BLOCK = { at: "line 4, column 1", excerpt: '<script type="application/ld+json">', ok: true };
const withNode = (types: readonly string[], properties: Readonly<Record<string, readonly string[]>> = {}) =>
	aPage({ digest: { jsonLd: { blocks: [BLOCK], nodes: [aNode(types, properties)] } } });

test("it is seen in JSON-LD, and costs nothing", () => {
	expect(ask(howtoMarkup, {}, withNode(["HowTo"]))).toMatchObject({
		outcome: "pass",
		exhibits: [{ at: "line 4, column 1", excerpt: BLOCK.excerpt }],
	});
});

test("it is seen in microdata, too", () => {
	const node = { ...aNode(["HowTo"], {}), at: "line 9, column 3", excerpt: "<div itemscope>" };
	const page = aPage({ digest: { microdata: [node] } });
	expect(ask(howtoMarkup, {}, page)).toMatchObject({ outcome: "pass", exhibits: [{ at: "line 9, column 3" }] });
});

test("other markup is no sign of it", () => {
	expect(ask(howtoMarkup, {}, withNode(["Organization"], { name: ["HowTo"] })).outcome).toBe("not-applicable");
	expect(ask(howtoMarkup, {}, aPage()).outcome).toBe("not-applicable");
});
