import { isOwnAction } from "#core/link-action.ts";
import { plainCount } from "#core/wording.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf, pasted } from "../shared/exhibits.ts";

export const unsafeGet = definePageCheck({
	id: "unsafe-get",
	pillar: "safety",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason: "The harm is real but rare: well-behaved agents ask the user before they follow such a link.",
	tableStakes: true,
	title: "No plain link triggers an action",
	fault: "Plain links seem to trigger an action",
	problem: "a crawler that merely follows a link may change something on your site",
	consequence:
		"A crawler or a link preview may log a user out, place an order or delete something just by following a link.",
	hours: 4,
	doneBy: "developer",
	why: "Crawlers, previews and agents follow links freely, because the web's rules call that safe. A machine may then trigger a link that logs out, deletes or orders.",
	howToFix: "Use a form or button that sends POST for every action that changes something. Use links only for reading.",
	consumer: "Crawlers, link previews and browsers that load pages ahead",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",
	reviewed: "2026-11-21",
	note: "We read whole path segments and query values, never words inside them. Sections about commands (documentation, manuals, tags, numbered versions) are not actions. A bare delete, destroy or remove counts only with an object next to it: a number or a query.",
	evaluate(page, _, { target }) {
		const { anchors } = page.digest;
		if (anchors.length === 0) return { outcome: "not-applicable", says: "The page has no links." };
		const unsafe = anchors.filter(({ url }) => changesSomething(url, page.url, target.registrableDomain));
		const [first] = unsafe;
		if (!first) return { outcome: "pass", says: `None of ${plainCount(anchors.length, "link")} looks like an action.` };
		const address = pasted(first.href ?? "");
		const looks = unsafe.length === 1 ? "seems" : "seem";
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} has ${plainCount(unsafe.length, "plain link")} that ${looks} to trigger an action. The first is ${clip(first.href ?? "", 80)}.`,
			fix: `Replace the link at ${first.at} with a form: ${address === null ? '<form method="post"> with its address as action, and' : `<form method="post" action="${address}"> with`} a button.`,
			exhibits: exhibitsOf(page, unsafe),
		};
	},
});

/** Sections with pages named after commands, functions or subjects; in addition to those of `isOwnAction`. */
const TELLS: ReadonlySet<string> = new Set(
	`apidocs apis cheatsheet cli cmd commandline command-line cookbook developer developers dictionary examples function
	functions glossary handbook javadoc keywords man manpage manpages manuals method methods ref references rustdoc sdk
	snippets spec specs stdlib subject subjects tag tags topic topics
	latest stable current edge main master nightly`.split(/\s+/),
);
const VERSION = /^(?:v?\d+(?:\.(?:\d+|x))+|man\d\w?)$/;
/** Words that are as often the name of a command as an order. */
const COMMANDS = /^(?:delete|destroy|remove)$/;

function changesSomething(address: string | null, page: string, domain: string): boolean {
	if (address === null || !isOwnAction(address, domain)) return false;
	const url = new URL(address);
	if (url.search === "" && url.pathname === new URL(page).pathname) return false;
	const segments = url.pathname.toLowerCase().split("/").filter(Boolean);
	const around = [...url.hostname.split("."), ...segments.slice(0, -1)];
	if (around.some((word) => TELLS.has(word) || VERSION.test(word))) return false;
	const last = segments.at(-1)?.replace(/\.\w{2,4}$/, "") ?? "";
	return !COMMANDS.test(last) || url.search !== "" || /\d/.test(segments.at(-2) ?? "");
}
