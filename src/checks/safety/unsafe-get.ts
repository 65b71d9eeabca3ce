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
	weightReason: "The harm is real but rare: well-behaved agents ask before they follow such a link.",
	tableStakes: true,
	title: "No plain link changes anything",
	fault: "Plain links look as if they change something",
	consequence:
		"A crawler or a preview that merely follows a link may log someone out, place an order or delete something.",
	effort: "medium",
	doneBy: "developer",
	why: "Crawlers, previews and agents follow links without a second thought, since the web's rules call that safe. A link that logs out, deletes or orders is then set off by a machine.",
	howToFix: "Make every action that changes something a form or button that sends POST, and keep links for reading.",
	consumer: "Crawlers, link previews and browsers that load pages ahead",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1",
	reviewed: "2026-11-21",
	note: "Whole path segments and query values are read, never words inside them. Sections that tell about commands (documentation, manuals, tags, numbered versions) are no actions, and a bare delete, destroy or remove is one only with an object beside it: its number, or a query.",
	evaluate(page, _, { target }) {
		const { anchors } = page.digest;
		if (anchors.length === 0) return { outcome: "not-applicable", says: "The page has no links." };
		const unsafe = anchors.filter(({ url }) => changesSomething(url, page.url, target.registrableDomain));
		const [first] = unsafe;
		if (!first) return { outcome: "pass", says: `None of ${plainCount(anchors.length, "link")} looks like an action.` };
		const address = pasted(first.href ?? "");
		const looks = unsafe.length === 1 ? "looks as if it changes" : "look as if they change";
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${page.url} has ${plainCount(unsafe.length, "plain link")} that ${looks} something; the first is ${clip(first.href ?? "", 80)}`,
			fix: `Put a form in place of the link at ${first.at}: ${address === null ? '<form method="post"> with its address as action, and' : `<form method="post" action="${address}"> with`} a button.`,
			exhibits: exhibitsOf(page, unsafe),
		};
	},
});

/** Sections whose pages are named after commands, functions or subjects; beside those of `isOwnAction`. */
const TELLS: ReadonlySet<string> = new Set(
	`apidocs apis cheatsheet cli cmd commandline command-line cookbook developer developers dictionary examples function
	functions glossary handbook javadoc keywords man manpage manpages manuals method methods ref references rustdoc sdk
	snippets spec specs stdlib subject subjects tag tags topic topics
	latest stable current edge main master nightly`.split(/\s+/),
);
const VERSION = /^(?:v?\d+(?:\.(?:\d+|x))+|man\d\w?)$/;
/** Words that name a command as often as they give one. */
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
