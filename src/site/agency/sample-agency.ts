import { brandOf } from "#receipts/agencies/agency-files.ts";
import { readLogo } from "#receipts/agencies/agency-logo.ts";

/** A reserved slug. */
const SAMPLE_SLUG = "sample";

const PROFILE = {
	name: "North Pier",
	url: "https://north-pier.example",
	address: "1 Pier Road\nWhitby YO21 3PU",
	contact: "hello@north-pier.example",
	action: { label: "Book a call", url: "https://north-pier.example/call" },
	colors: { accent: "#0a3d62", ink: "#ffffff" },
};

/** A lighthouse on its pier. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 88">
<path fill="#0a3d62" d="M40 22h16l6 50H34zM36 12l12-8 12 8v7H36zM4 76h88v8H4z"/>
<path fill="#e0a526" d="M64 12l26-7v14l-26-3zM32 12L6 5v14l26-3z"/>
<path fill="#fff" d="M39 34h18l1 10H38zM37 54h22l1 9H36z"/>
</svg>`;

export const SAMPLE_CLIENT = {
	name: "Northgate Dental",
	note: "You asked why new patients no longer find you. The first step below answers it: we can do it today.",
};

/** A made-up agency for the pages about the agency portal. */
export async function sampleAgency() {
	const logo = await readLogo(new TextEncoder().encode(LOGO), "the sample agency's logo");
	return { brand: brandOf(SAMPLE_SLUG, PROFILE, logo), logo };
}
