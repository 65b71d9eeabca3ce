import * as z from "zod";
import { LANGUAGES } from "../language.ts";
import { ADDRESS_LENGTH, contactLink } from "./contact-link.ts";

/** An address has a path, a scheme or `www.`; "Node.js Ltd" or "Booking.com" is a name. */
const ADDRESS = /\/\/|\bwww\.|^(?:javascript|mailto|data|tel):|[\p{L}\p{N}]\.\p{L}{2,}\//iu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}\p{Z}\u2800]/gu;
const READABLE = /[\p{L}\p{N}\p{S}\p{P}]/u;

export const agencyNameSchema = z
	.string()
	.trim()
	.min(1, "must have 1 to 60 characters")
	.max(60, "must have 1 to 60 characters")
	.regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "must be printable characters only")
	.refine(isReadable, "must have something that can be read")
	// Full-width letters and the like look the same to readers.
	.refine((name) => !ADDRESS.test(name.normalize("NFKC")), "must be a name, not an address");

function isReadable(text: string): boolean {
	return READABLE.test(text.replace(UNSEEN, ""));
}

/** Slugs are part of addresses that people read aloud. */
export const SLUG_LENGTH = 40;

/** Slugs of other pages next to those of agencies. */
const RESERVED: ReadonlySet<string> = new Set(["portal", "requests", "sample"]);

/** Slug of a brief without a known agency: 8 random characters. */
export const ANONYMOUS_ENDING = /^[0-9][a-z0-9]{7}$/;

export const agencySlugSchema = z
	.string()
	.min(1, "must not be empty: it is made of Latin letters and digits")
	.max(SLUG_LENGTH, `must have ${SLUG_LENGTH} characters at most`)
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case Latin letters and digits, with single hyphens between them")
	.refine((slug) => !RESERVED.has(slug), "is the name of a page of ours")
	.refine(
		(slug) => !ANONYMOUS_ENDING.test(slug),
		"must not be eight letters and digits that begin with a digit: addresses of briefs without an agency end so",
	);

function webAddress(protocol: RegExp, schemes: string) {
	return z
		.url({ protocol, error: `must be an address that begins with ${schemes}` })
		.max(ADDRESS_LENGTH, `must have ${ADDRESS_LENGTH} characters at most`)
		.refine((url) => URL.parse(url)?.username === "", "must not hold a user's name or password");
}

const CONTACT_WORDS = "must be an email address, a web address or a phone number";

const contactSchema = z
	.string()
	.trim()
	.max(ADDRESS_LENGTH, `must have ${ADDRESS_LENGTH} characters at most`)
	.refine((contact) => contactLink(contact) !== undefined, CONTACT_WORDS);

const colourSchema = z
	.string()
	.regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'must be a colour such as "#0a5c8f"')
	.transform((hex) => (hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex).toLowerCase());

/** The agency's block sets its own background, so it looks the same on light and dark pages. */
export const agencyColorsSchema = z
	.strictObject({
		accent: colourSchema.describe("Background of the block."),
		ink: colourSchema.describe("Text on that background: a contrast of at least 4.5 to 1."),
	})
	.superRefine(({ accent, ink }, context) => {
		const ratio = contrastRatio(accent, ink);
		if (ratio >= TEXT_CONTRAST) return;
		// Rounded down, so that an insufficient ratio never looks sufficient.
		const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
		const message = `has a contrast of ${shown} to 1 on the background; text needs ${TEXT_CONTRAST} to 1. Make one of the two lighter or darker`;
		context.addIssue({ code: "custom", path: ["ink"], message });
	});

/** Lines of printable text. */
function wordsSchema(length: number) {
	return z
		.string()
		.trim()
		.min(1, "must not be empty")
		.max(length, `must have ${length} characters at most`)
		.regex(/^(?:[^\p{C}\p{Zl}\p{Zp}]|\n)*$/u, "must be printable characters and line breaks only")
		.refine(isReadable, "must have something that can be read");
}

const POSTAL_LENGTH = 200;

/** Fits on the first page of a printed brief with its other content. */
export const NOTE_LENGTH = 400;
const NOTE_LINES = 6;

const agencyNoteSchema = wordsSchema(NOTE_LENGTH).refine(
	(note) => note.split("\n").length <= NOTE_LINES,
	`must have ${NOTE_LINES} lines at most`,
);

/** Characters that fit a button on a phone. */
export const ACTION_LENGTH = 40;

const languageSchema = z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`);

const callSchema = z.strictObject({
	label: wordsSchema(ACTION_LENGTH)
		.refine((label) => !label.includes("\n"), "must be one line")
		.describe("Words on the button."),
	url: webAddress(/^https$/, "https://")
		.optional()
		.describe("Where the button leads; by default to your contact form, or your contact."),
});

/** Sections that an agency may omit or reorder. The verdict at the top and the receipt at the end always stay. */
export const BRIEF_SECTIONS = ["fixes", "engines", "outlook", "score", "seen", "history"] as const;
export type BriefSection = (typeof BRIEF_SECTIONS)[number];

const sectionsSchema = z
	.array(z.enum(BRIEF_SECTIONS, `must be one of ${BRIEF_SECTIONS.join(", ")}`))
	.min(1, "must name one section at least")
	.refine((sections) => new Set(sections).size === sections.length, "must name each section once");

export const agencyProfileSchema = z.strictObject({
	name: agencyNameSchema.describe("As briefs show it."),
	url: webAddress(/^https?$/, "https:// or http://")
		.optional()
		.describe("The agency's own site."),
	address: wordsSchema(POSTAL_LENGTH).optional().describe("Postal address; a line break begins a new line."),
	contact: contactSchema.optional().describe("Email address, web address or phone number."),
	colors: agencyColorsSchema
		.optional()
		.describe("Colours of the agency's own block on briefs; its text must stand out."),
	note: agencyNoteSchema
		.optional()
		.describe("Your own words at the head of each brief; a line break begins a new line."),
	action: callSchema.optional().describe("The button at the head of each brief."),
	language: languageSchema.optional().describe("Language of your briefs; English (`en`) by default."),
	sections: sectionsSchema
		.optional()
		.describe("Sections of a brief in the order that you want; those you leave out are not shown. All by default."),
});
export type AgencyProfile = Readonly<z.infer<typeof agencyProfileSchema>>;

export const agencyFileSchema = z.strictObject({
	$schema: z.string().optional(),
	...agencyProfileSchema.shape,
	logo: z
		.string()
		.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:svg|png)$/, "must be the name of a .svg or .png file in the same folder")
		.optional()
		.describe("PNG or SVG in the same folder, 64 KiB at most, for a light ground."),
});

export function agencyJsonSchema(): unknown {
	return z.toJSONSchema(agencyFileSchema, { io: "input", target: "draft-2020-12" });
}

export const agencyLogoSchema = z.strictObject({
	/** In pixels. */
	width: z.int().positive(),
	height: z.int().positive(),
});
export type AgencyLogo = Readonly<z.infer<typeof agencyLogoSchema>>;

/** Without logo and colours, which are separate files. */
/** The client that an agency's brief is for. */
export const briefClientSchema = z.strictObject({
	name: wordsSchema(100)
		.refine((name) => !name.includes("\n"), "must be one line")
		.optional()
		.describe("Name of your client, as the brief shows it."),
	language: languageSchema.optional().describe("Language of this client's briefs, in place of your agency's."),
	note: agencyNoteSchema.optional().describe("Your words to this client, in place of the note in your agency's file."),
});
export type BriefClient = Readonly<z.infer<typeof briefClientSchema>>;

export const agencyBrandSchema = agencyProfileSchema.extend({
	slug: agencySlugSchema,
	logo: agencyLogoSchema.optional(),
	/** Hash over the whole brand, including the logo's bytes; 12 hexadecimal digits. */
	version: z.string().regex(/^[0-9a-f]{12}$/),
});
export type AgencyBrand = Readonly<z.infer<typeof agencyBrandSchema>>;

/** A screen colour: red, green and blue, each 0 to 255. */
type Rgb = readonly [number, number, number];

function rgbOf(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: Rgb): number {
	const [red, green, blue] = colour.map((part) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Minimum contrast of ordinary text (WCAG 2.2, success criterion 1.4.3). */
const TEXT_CONTRAST = 4.5;

/** Contrast ratio of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
function contrastRatio(one: string, other: string): number {
	const [a, b] = [luminance(rgbOf(one)), luminance(rgbOf(other))];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
