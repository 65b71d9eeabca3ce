import { expect, it } from "vitest";
import { parsePage } from "./page-tree.ts";
import { type Reader, walk } from "./walk.ts";

function diary(html: string, templates: boolean): string[] {
	const lines: string[] = [];
	const reader: Reader = {
		templates,
		enter: (element) => lines.push(`<${element.tagName}>`),
		leave: (element) => lines.push(`</${element.tagName}>`),
		text: (node) => lines.push(node.value),
		comment: (node) => lines.push(`!${node.data}`),
	};
	walk(parsePage(html).root, [reader]);
	return lines.slice(1, -1);
}

it("tells of every node once, in document order", () => {
	expect(diary("<body><p>a<br>b<!--c--></p>", false).join("")).toBe("<head></head><body><p>a<br></br>b!c</p></body>");
});

it("tells of template content only to those who ask", () => {
	const html = "<body><template><i>x</i><!--y--></template>z";
	expect(diary(html, false).join("")).toBe("<head></head><body>z</body>");
	expect(diary(html, true).join("")).toBe("<head></head><body><template><i>x</i>!y</template>z</body>");
});

it("walks declarative shadow roots as part of the page", () => {
	expect(diary("<body><b><template shadowrootmode=open>x</template></b>", false).join("")).toContain("x");
});

it("survives any depth", () => {
	expect(diary("<div>".repeat(50_000), false)).toHaveLength(2 * 50_002);
});
