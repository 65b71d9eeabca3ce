import type { Page } from "../page.ts";
import { attribute, textValue } from "../tree/attributes.ts";
import type { PageElementEntry, PageStep } from "../tree/page-entries.ts";
import type { PageElement } from "../tree/page-tree.ts";
import { atEndOf, type BarrierList, quoted, tagOf } from "./barriers.ts";
import type { Subject } from "./subjects.ts";

/** A part of the page with a lang attribute of its own. */
interface LanguagePart {
	readonly entry: PageElementEntry;
	readonly lang: string;
	/** Has content in this language: text that people see or hear, not counting parts in other languages. */
	used: boolean;
}

/** The language that parts of a page declare (WCAG 3.1.1 and 3.1.2, ACT rules bf051a and de46e4). */
export function findLanguageBarriers(subjects: readonly Subject[], list: BarrierList, { steps }: Page): void {
	let hasParts = false;
	for (const { entry } of subjects) {
		const lang = attribute(entry.element, "lang");
		if (lang === null) continue;
		if (entry.element.tagName !== "html") hasParts = true;
		else if (lang.trim() !== "") judge(entry, lang, entry.index, list);
	}
	if (hasParts) judgeParts(steps, list);
}

function judgeParts(steps: readonly PageStep[], list: BarrierList): void {
	const open: LanguagePart[] = [];
	for (const step of steps) {
		const opened = step.kind === "start" ? partOf(step) : undefined;
		if (opened) open.push(opened);
		const part = open.at(-1);
		if (!part) continue;
		if (hasContent(step)) part.used = true;
		if (step.kind !== "end" || step.entry !== part.entry) continue;
		open.pop();
		// lang="" declares that the language is unknown.
		if (part.lang !== "" && part.used) judge(part.entry, part.lang, atEndOf(part.entry), list);
	}
}

function partOf(entry: PageElementEntry): LanguagePart | undefined {
	const lang = entry.element.tagName === "html" ? null : attribute(entry.element, "lang");
	return lang === null ? undefined : { entry, lang, used: false };
}

function hasContent(step: PageStep): boolean {
	if (step.context.notRendered) return false;
	if (step.kind === "start") return hasTextAttribute(step.element);
	return step.kind === "text" && !step.context.notText && /\S/.test(step.node.value);
}

function hasTextAttribute(element: PageElement): boolean {
	return textValue(element, "aria-label") !== "" || (element.tagName === "img" && textValue(element, "alt") !== "");
}

function judge(entry: PageElementEntry, lang: string, known: number, list: BarrierList): void {
	list.examine("lang-invalid");
	if (isLanguageTag(lang)) return;
	const says = `lang=${quoted(lang)} on ${tagOf(entry.element)} begins with no registered language`;
	list.add("lang-invalid", entry, says, known);
}

/** Shape of a tag with its first part; the rest names scripts and regions, which do not choose the language. */
const TAG = /^([a-z]{2,8})(?:-[a-z0-9]{1,8}){0,20}$/i;

/**
 * True when a tag begins with a registered language (BCP 47 section 2.2.1). Three letters where two exist, such as
 * `eng`, and grandfathered tags, such as `i-lux`, are none (ACT rules bf051a and de46e4).
 */
export function isLanguageTag(tag: string): boolean {
	const language = TAG.exec(tag)?.[1];
	return language !== undefined && isLanguageSubtag(language.toLowerCase());
}

/**
 * Primary language subtags of the IANA Language Subtag Registry (type "language"; deprecated ones count, BCP 47
 * section 2.2.9). Facts of the registry in short form: Node's own table changes with its ICU, and the verdict would too.
 * https://www.iana.org/assignments/language-subtag-registry
 */

const TWO_LETTERS: ReadonlySet<string> = new Set(
	`aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el
	en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it
	iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo
	mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh
	si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh
	yi yo za zh zu`.split(/\s+/),
);

/** One bit for each of aaa, aab … zzz, the lowest bit of each byte first. */
const THREE_LETTERS = Buffer.from(
	`//39/u//v9v7//769x88V2+Xc/j///9wvwP//88FhXLp//1/////d//////////j6f///028Cnq+/////v/3/////98r9PHwXeefFAcg3+2fP8kh
	+L/u////////f/////9//f////d/////////57//////7/////+//////9////P/+3/////+///7///3///9////f9/////+///f///f+////v//
	////93+//dWtf0D/nMFDLAglQQBQRACAu//yn7RCRdabNIj3e+cXV1V9Dhw3f/Pvn/9dOGUIABC8/7////9/Nz7Hx9//AYEAsAWAACAAAANAAACS
	IdD/ff/e/l4EAAJkjRnB33siAAAA323eJuXZ8/7//c+fFEEMhgDRAPDHZ1/WmV637e8DAAIAAADAd9pXkm0BLtZ79P9/fwAAAAEMVgMAALAUJ1EW
	CgABAAAQEUkAAGAQAAAAEAAARAQAEIAFGAAABQCAKAQAAFDVLRBkNSRT9dW/4s0DAIAAQAAAAAAABBc5Ad1XmSGYpwgAAUCCAAAABAAAAAIBQABE
	AACw/qs5AAIAAAAEAAAAAAAgAEAEAAAAAgAAABCDqAUAAAAABCAEpggEAAiBUAAACDGGQAAAAABAAAP1AxAIBAAAAOA7sxMAgAARAAAAAAAAAAAA
	AAAA///////fz4OiwP/fJ+8f5QMQILLFpkUlmwPf+d8D1EiQAQ6B45NU2zjzf/9t+f//fwQIAAEhEjxf/Q+FT0RAAAT//f/W6Bv0N6MNAAAge3kC
	B4QA8P9//gAYBIEAAACAEJQcAQAAAAAAEEAABAi0/qUMQAAAkSQEbABg8P/7f/YcBZ/fbgMAEQAAAEAFtbaCKAQABFHi//0/BQkIBUAAAAAAEAAA
	DAAAAAChAmznSBSIIMBHgAcAAADMUEAkhUeEQCAQACACUIgRANns7lA3HRFpDlnrMwgAIAVAEAAAAFBElknWXaeDR5f7ABAACACAAEBFAAECAAFA
	gABGCPjr9znEnRYAAAwEASAg3aIBAAAAEkQAAAQQ8J2VEwSAAAHQFkAAEPCQYkzSAgFKAEYEAAgCACDAAIAGAAgAAAAA8NjvFQIIAAABAAAAABAB
	ABAAAAD/1+P9//////9////+////////////3//7///b/f////7//////////////f/f/9z///////////77//////////7//f/////////v////
	/////////3v93d//vJgFLP8H8P//fwAIAMN9HwbmcvD/fH9EIjCfex79/1fy/z//8h6V9///R4ABAgAgQFWfit/5bhGHUdD7/3dAAwXRWFwAQAAQ
	BAIAIAqAe7f9/v7////////v////f/////////////f//99///9/////7/+9///7////33/9//f///f////7/+///////3/f/7/v9///////////
	/v//f////////P/9f///n77//v9/938CggT/////1+////f/4p7n//f/Vv3N///////v//3/fQ+nUQbEl9Bdr6b//f9jXVv///8/IBQAV1HCZfVN
	4v//30KFxQUEIgB0aRAIBUEAAQYAAAAAAFFgBQQBAAAGESAAGAGS8f1nawaVBlft+02de4MEYkAAFUIAAABUg/lfEI7JRt/3EzEAIAAAAJAAAAAA
	AAoQAAFAAPDf/b99vs//v0IUhGGw/116BAIASS0UJ//t8b/vPwAAAsfgHvy7//379/33///89e1H9H8QAQHEf//33flfBYbv9Xe9PQAAAENxQgBA
	AAABQxkkCAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAO+951fuE10JwUAh
	+hcBgAAAAADw/v+/ACMAIAAACAAAMLXjEAAAABEkFgABAjCDowFQAAGDEUgAAADw3///EqoQf9hSAIAgAAAAAEAUAgI9QBBCEGFfnDEAAAABXAIg
	AAABAEIBIAAAv9//////P9/ez73/r///f0tAEPH97/33///73/9/8Xvxf/9//+7377//2//f//1+v1f/b4F2n9z3/f////v+/19XX+9fUBhi/v+f
	FZ8VD33GfaGS9fd+///////93f///fZf/z9AmAL/4//z9v7f/99/0D4Ve7z/vv//9///93////7f99f97y+Av8X/////n//////9v99/Rh93//jb
	Xc99Frnqe6AeIAAwAgQkSAQAAEDUBgQAAAQABAAwCQZQAAgAAAAkAAQAENxY100PVE/xFmTVSgpAAgBAAAgAAADc/+sfWEhBJKAEADASQCIAEAAA
	AAAAAAEAAACAEBC/b5MAAQAAAAAAAADAgC0AAAAAAAAKAAAAwIbCAgABAAH/GAIAEvD/eT8AJQAAAAoAAAAAAABAABADACkgAAABAACDAAAAAAEA
	AAAAAAAAAAAAAAD////Pfr4REAAAkgFGzfFeAAEAMBQEVRABBPY/egUEALCAIFV1l33fccx41UP1V2cUAQAAAAAALPfbH1Rgg2gFEIs4ugEAADAA
	JEQAABADMQIBAADw9f/X17xw1nh6FVAFpITpQQAAAGs5UnRA6DCQapIAAAL/7/9/hVP07///8t3HTPVC/P//HwCAwFbMFp/7N33v/72krwFEGAFd
	TkoIUCgw4IAQICQA////b/4BBogqQBYBARUrPgEAABCQaUUCAgHhv78DAAAQ3KfRVJ5E3/2PbrNVINTD2DA9gAAAAEz0EcWEb1AAIlB/v9sHACAQ
	hLJFEAZEAAASAhEA8P/9fwUCFokAAAAIABAMAwAAAACDMAIohAAzwCMkAAAAy+Q6RshU8f//fxYBAYRQB/z//w8BAEAQOAEBHBJA4XYWCAMQAAAA
	AQAAAAAAIiQKQIAAAA==`.replaceAll(/\s/g, ""),
	"base64",
);

const A = 97;

/** True for a registered primary language subtag, in lower case; qaa to qtz are registered for private use. */
export function isLanguageSubtag(subtag: string): boolean {
	if (subtag.length === 2) return TWO_LETTERS.has(subtag);
	if (!/^[a-z]{3}$/.test(subtag)) return false;
	if (subtag >= "qaa" && subtag <= "qtz") return true;
	const [first, second, third] = [0, 1, 2].map((index) => subtag.charCodeAt(index) - A) as [number, number, number];
	const bit = (first * 26 + second) * 26 + third;
	return ((THREE_LETTERS[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
}
