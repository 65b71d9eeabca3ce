import { describe, expect, it } from "vitest";
import { annotate, closeEnded, type PageElementEntry, type PageStep } from "./page-entries.ts";
import { parsePage } from "./page-tree.ts";

const entriesOf = (html: string) => annotate(parsePage(html).root);

function written(step: PageStep): string {
	switch (step.kind) {
		case "start":
			return `<${step.element.tagName}>`;
		case "end":
			return `</${step.entry.element.tagName}>`;
		case "text":
			return step.node.value;
		case "comment":
			return `!${step.node.data}`;
	}
}

/** The steps inside `<html>`. */
function stepsOf(html: string, list: "steps" | "stepsWithTemplates" = "steps"): string[] {
	return entriesOf(html)[list].map(written).slice(1, -1);
}

describe("steps", () => {
	it("hold every node once, in document order", () => {
		expect(stepsOf("<body><p>a<br>b<!--c--></p>").join("")).toBe("<head></head><body><p>a<br></br>b!c</p></body>");
	});

	it("hold template content only in the list that is for it", () => {
		const html = "<body><template><i>x</i><!--y--></template>z";
		expect(stepsOf(html).join("")).toBe("<head></head><body>z</body>");
		expect(stepsOf(html, "stepsWithTemplates").join("")).toBe(
			"<head></head><body><template><i>x</i>!y</template>z</body>",
		);
	});

	it("hold declarative shadow roots as part of the page", () => {
		expect(stepsOf("<body><b><template shadowrootmode=open>x</template></b>").join("")).toContain("x");
	});

	it("are complete at any depth", () => {
		expect(stepsOf("<div>".repeat(50_000))).toHaveLength(2 * 50_002);
	});
});

describe("elements", () => {
	const { elements } = entriesOf("<body><p>a <b>b</b><template><i>x</i></template></p><p>c</p>");

	it("have an index, the index behind their last descendant, and their depth", () => {
		expect(elements.map(({ element, index, end, depth }) => [element.tagName, index, end, depth])).toEqual([
			["html", 0, 6, 1],
			["head", 1, 2, 2],
			["body", 2, 6, 2],
			["p", 3, 5, 3],
			["b", 4, 5, 4],
			["p", 5, 6, 3],
		]);
	});

	it("know their range of the visible text", () => {
		expect(elements.map(({ textStart, textEnd }) => [textStart, textEnd]).slice(3)).toEqual([
			[0, 3],
			[1, 3],
			[3, 5],
		]);
	});
});

it("closeEnded takes off the elements that end before an index, inner ones first", () => {
	const { elements } = entriesOf("<body><ul><li><b></b></li></ul><p></p>");
	const open: { entry: PageElementEntry }[] = [];
	const closed: string[] = [];
	for (const entry of elements) {
		closeEnded(open, entry.index, (ended) => closed.push(ended.entry.element.tagName));
		open.push({ entry });
	}
	expect(closed).toEqual(["head", "b", "li", "ul"]);
	closeEnded(open, Number.POSITIVE_INFINITY);
	expect(open).toEqual([]);
});
