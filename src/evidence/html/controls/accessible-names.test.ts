import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const nameOf = (html: string) => readPage(html, "https://site.example/").anchors[0]?.name;

describe("name of a link", () => {
	it.each([
		["its text", "<a href=/>Read  <b>m</b>ore\n</a>", "Read more"],
		["text of blocks, parted", "<a href=/><div>One</div><div>Two</div></a>", "One Two"],
		["an image's alternative", "<a href=/>See <img alt=Logo></a>", "See Logo"],
		["no decorative image", '<a href=/>See <img alt="" title=x></a>', "See"],
		["no presentational image", "<a href=/>See <img role=none alt=Logo></a>", "See"],
		["the title of an SVG", "<a href=/><svg><title>Home</title><desc>no</desc><path/></svg></a>", "Home"],
		["the label of an SVG", "<a href=/><svg aria-label=Home><title>no</title></svg></a>", "Home"],
		["its own label before text", "<a href=/ aria-label=Cart>3</a>", "Cart"],
		["text when its label is blank", '<a href=/ aria-label=" ">Text</a>', "Text"],
		["a nested label in place of its text", "<a href=/>a <span aria-label=b>no <i>no</i></span> c</a>", "a b c"],
		["no label of what is around it", "<nav aria-label=Main><a href=/>Home</a></nav>", "Home"],
		["text that is hidden nowhere", "<a href=/>a<span aria-hidden=true>b</span><i hidden>c</i></a>", "a"],
		["no script, no style", "<a href=/>a<script>b</script><style>c</style></a>", "a"],
		["its title at last", "<a href=/ title=Profile><i aria-hidden=true>f</i></a>", "Profile"],
		["its title beside a blank label inside", '<a href=/ title=T><svg aria-label=""></svg></a>', "T"],
		["a nested title where there is no text", "<a href=/><i class=icon title=Search></i></a>", "Search"],
		["no title where there is text", "<a href=/ title=no>Text</a>", "Text"],
		["nothing", "<a href=/><i></i></a>", ""],
		["nothing but zero-width characters", "<a href=/>\u200b\ufeff</a>", ""],
	])("is %s", (_, html, name) => {
		expect(nameOf(html)).toBe(name);
	});
});

describe("aria-labelledby", () => {
	it.each([
		["joins what it names, in its order", "<a href=/ aria-labelledby='b a'>no</a><i id=a>A</i><i id=b>B</i>", "B A"],
		["reaches hidden text", "<a href=/ aria-labelledby=a>no</a><p id=a hidden>Secret <b>name</b></p>", "Secret name"],
		["takes the target's own label", "<a href=/ aria-labelledby=a>no</a><p id=a aria-label=L>no</p>", "L"],
		["takes an image's alternative", "<a href=/ aria-labelledby=a>no</a><img id=a alt=Alt>", "Alt"],
		["means the first element with an id", "<a href=/ aria-labelledby=a>no</a><i id=a>1</i><i id=a>2</i>", "1"],
		["tells upper from lower case", "<a href=/ aria-labelledby=A>no</a><i id=a>1</i><i id=A>2</i>", "2"],
		["gives way when it names nothing", "<a href=/ aria-labelledby=missing aria-label=L>no</a>", "L"],
		["works inside the link", "<a href=/><img aria-labelledby=a></a><p id=a>Target</p>", "Target"],
		["falls back to content inside the link", "<a href=/><b aria-labelledby=missing>Text</b></a>", "Text"],
		["may name itself", "<a href=/ id=a aria-labelledby=a>Text</a>", "Text"],
		[
			"is not followed in circles",
			"<a href=/ aria-labelledby=a></a><i id=a aria-labelledby=b>A<i id=b aria-labelledby=a>B</i></i>",
			"AB",
		],
	])("%s", (_, html, name) => {
		expect(nameOf(html)).toBe(name);
	});
});

describe("length", () => {
	it("is bounded", () => {
		const name = nameOf(`<a href=/>${"word ".repeat(1000)}</a>`);
		expect(name?.length).toBeLessThanOrEqual(300);
		expect(name?.startsWith("word word")).toBe(true);
	});
});
