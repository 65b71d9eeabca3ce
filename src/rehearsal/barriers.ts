/** Reasons why an agent's step fails. Each belongs to a check of the catalogue and has one repair. */

interface BarrierSpec {
	/** {name} is the control, {detail} what the page shows. */
	readonly says: string;
	readonly fix: string;
	readonly check: string;
}

const B = <const T extends Readonly<Record<string, BarrierSpec>>>(table: T) => table;

export const BARRIERS = B({
	"no-name": {
		says: "The {role} that leads on has no name, so an agent cannot tell what it is for.",
		fix: "Give it visible text, or an aria-label that says what it does.",
		check: "control-names",
	},
	"no-role": {
		says: "“{name}” looks like a link or button, but its HTML says that it is plain text.",
		fix: "Make it a link (<a href>) or a <button>.",
		check: "native-controls",
	},
	"hidden-from-agents": {
		says: "“{name}” is on the page, but hidden from the accessibility tree that agents read.",
		fix: "Remove aria-hidden from it and from what is around it.",
		check: "aria-hidden-focus",
	},
	"shown-on-hover": {
		says: "“{name}” appears only when a mouse points at its menu.",
		fix: "Open the menu by a <button> with aria-expanded, or link to its pages elsewhere.",
		check: "crawlable-links",
	},
	covered: {
		says: "“{name}” cannot be clicked: {detail} covers it.",
		fix: "Remove what covers the control, or let clicks through.",
		check: "target-size",
	},
	moving: {
		says: "“{name}” keeps moving, so a click misses it.",
		fix: "Keep controls still.",
		check: "moving-text",
	},
	invisible: {
		says: "“{name}” has no visible area to click.",
		fix: "Give the control a size and show it.",
		check: "target-size",
	},
	disabled: {
		says: "“{name}” is disabled although every field is filled in.",
		fix: "Enable the button, and say what is missing when the form is sent.",
		check: "form-works-without-js",
	},
	"no-effect": {
		says: "Clicking “{name}” does nothing.",
		fix: "Give the link an address, or the button its function.",
		check: "crawlable-links",
	},
	"needs-script": {
		says: "“{name}” works only after JavaScript has run.",
		fix: "Serve a link with an address, or a form that works without scripts.",
		check: "form-works-without-js",
	},
	"text-needs-script": {
		says: "The text of {detail} appears only after JavaScript has run.",
		fix: "Send the text in the HTML.",
		check: "text-without-js",
	},
	"markdown-differs": {
		says: "The Markdown version of {detail} lacks part of the text.",
		fix: "Generate the Markdown version from the same text as the page.",
		check: "markdown-parity",
	},
	"no-text": {
		says: "{detail} has almost no text that an agent can read.",
		fix: "Put the text of the article into the page.",
		check: "main-text",
	},
	blank: {
		says: "{detail} stays empty: its scripts leave nothing on the page.",
		fix: "Correct the script, and send the text in the HTML.",
		check: "text-without-js",
	},
	"not-in-text": {
		says: "The page that should say it, {detail}, does not have it as text.",
		fix: "Write it on the page as text, not in a picture or a file.",
		check: "business-facts",
	},
	"price-not-in-text": {
		says: "{detail} shows no price as text.",
		fix: "Write price and currency into the page as text.",
		check: "prices-readable",
	},
	"consent-wall": {
		says: "A message covers the page, and it has no button that clearly closes it: {detail}.",
		fix: "Give the message buttons with names such as “Reject all” and “Close”.",
		check: "control-names",
	},
	captcha: {
		says: "{detail} asks for proof that the visitor is human.",
		fix: "Ask only for suspicious requests, or use a check that runs in the background.",
		check: "captcha-on-primary-form",
	},
	login: {
		says: "{detail} asks to sign in first.",
		fix: "Show it without an account.",
		check: "auth-gate",
	},
	"field-no-name": {
		says: "A field of the form has no label ({detail}), so an agent cannot tell what to fill in.",
		fix: "Give every field a <label>, and an autocomplete value where one fits.",
		check: "form-labels",
	},
	"field-refuses": {
		says: "The field “{name}” does not keep what is filled in.",
		fix: "Use a native field, or one that takes typed text.",
		check: "native-controls",
	},
	"choice-no-options": {
		says: "“{name}” is a list to choose from, but its choices are not in the accessibility tree.",
		fix: "Use <select>, or a list with roles listbox and option.",
		check: "aria-valid",
	},
	"date-picker": {
		says: "The date in “{name}” can be picked only with a mouse: it cannot be typed, and the days of its calendar are not buttons.",
		fix: "Use <input type=date>, or let the date be typed.",
		check: "native-controls",
	},
	"keyboard-trap": {
		says: "The keyboard gets stuck in “{name}”.",
		fix: "Let Tab and Shift+Tab leave the field.",
		check: "tabindex",
	},
	"no-submit": {
		says: "The form has no button that sends it.",
		fix: "Add <button type=submit> with a name such as “Send”.",
		check: "native-controls",
	},
	frame: {
		says: "The form is in a frame from another address ({detail}), outside the page that agents read.",
		fix: "Put the form into the page, or link to it.",
		check: "frames",
	},
	unreachable: {
		says: "“{name}” leads to a page that cannot be opened: {detail}",
		fix: "Correct the address, or restore the page.",
		check: "broken-links",
	},
	robots: {
		says: "robots.txt blocks agents from {detail}.",
		fix: "Allow the page in robots.txt.",
		check: "user-fetchers",
	},
	file: {
		says: "“{name}” leads to a file ({detail}) in place of a page.",
		fix: "Say it on a page, and offer the file beside it.",
		check: "business-facts",
	},
	endless: {
		says: "The page has no end: {detail}",
		fix: "Stop loading more at some point, and put the footer's content on its own page.",
		check: "pagination",
	},
	"sent-away": {
		says: "The page moved to {detail} while the agent was using it.",
		fix: "Do not redirect visitors by a timer; warn before a session ends.",
		check: "meta-refresh",
	},
	"search-changes": {
		says: "The search is sent as a request that may change something ({detail}), so an agent must not send it.",
		fix: "Let the search form use GET.",
		check: "unsafe-get",
	},
	"not-found": {
		says: "Nothing on {detail} links to it.",
		fix: "Link to it from the home page, with a name that says what it is.",
		check: "internal-reach",
	},
});

export type BarrierId = keyof typeof BARRIERS;
