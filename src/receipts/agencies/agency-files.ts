import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { readNamedFile, readNamedText } from "#config/named-file.ts";
import { type AgencyBrand, type AgencyProfile, agencyFileSchema, agencySlugSchema } from "#core/agency/agency.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { findJsonFault, jsonNameOffset, jsonPosition } from "#core/json-faults.ts";
import { listing } from "#core/wording.ts";
import { namesIn } from "../store/if-there.ts";
import { LOGO_MAX_BYTES, type LogoFile, readLogo } from "./agency-logo.ts";

export interface AgencyFiles {
	/** By slug, which is the file name. */
	readonly brands: ReadonlyMap<string, AgencyBrand>;
	readonly logos: ReadonlyMap<string, LogoFile>;
}

const FILE_MAX_BYTES = 64 * 1024;
const EXAMPLE = 'It holds {"name": "Northlight Partners"}.';

/** @param directory `reports/agencies`, may not exist @throws Failure `input-invalid` with bad files and lines */
export async function readAgencyFiles(directory: string): Promise<AgencyFiles> {
	const names = (await namesIn(directory)).filter((name) => name.endsWith(".json"));
	const read = await Promise.all(names.map((name) => readAgency(directory, name)));
	const faults = read.filter((each) => typeof each === "string");
	if (faults.length > 0)
		throw new Failure("input-invalid", {
			what: `${faults.length === 1 ? "An agency's file" : `${faults.length} agencies' files`} cannot be used.`,
			why: listing(faults, 5),
			todo: `Correct ${faults.length === 1 ? "it" : "them"} in ${directory}; nothing was published.`,
		});
	const agencies = read.filter((each) => typeof each !== "string");
	return {
		brands: new Map(agencies.map(({ brand }) => [brand.slug, brand])),
		logos: new Map(agencies.flatMap(({ brand, logo }) => (logo ? [[brand.slug, logo] as const] : []))),
	};
}

interface Agency {
	readonly brand: AgencyBrand;
	readonly logo: LogoFile | undefined;
}

/** @returns a sentence with the line if the file is invalid */
async function readAgency(directory: string, name: string): Promise<Agency | string> {
	const slug = basename(name, ".json");
	const named = agencySlugSchema.safeParse(slug);
	if (!named.success) return `${name}: the name before .json ${named.error.issues[0]?.message}.`;
	try {
		const text = await readNamedText(join(directory, name), { what: name, most: FILE_MAX_BYTES, todo: EXAMPLE });
		const profile = profileIn(text);
		if (typeof profile === "string") return `${name}, ${profile.replace(/\.$/, "")}.`;
		const { $schema: _, logo: logoName, ...said } = profile;
		const logo = logoName === undefined ? undefined : await readLogoFile(directory, logoName);
		if (typeof logo === "string") return `${name}, line ${lineOf(text, ["logo"])}: ${logo}`;
		return { brand: brandOf(slug, said, logo), logo };
	} catch (error) {
		if (isFailure(error)) return error.message;
		throw error;
	}
}

function profileIn(text: string) {
	const broken = findJsonFault(text);
	if (broken) return `line ${broken.line}: ${broken.says}`;
	const { data, error } = agencyFileSchema.safeParse(JSON.parse(text));
	if (data) return data;
	return error.issues
		.map((issue) => {
			const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
			return `line ${lineOf(text, path)}: ${issue.path.length > 0 ? `${issue.path.join(".")} ` : ""}${issue.message}`;
		})
		.join("; ");
}

function lineOf(text: string, path: readonly PropertyKey[]): number {
	return jsonPosition(text, jsonNameOffset(text, path as (string | number)[])).line;
}

async function readLogoFile(directory: string, name: string): Promise<LogoFile | string> {
	try {
		const todo = "Put the logo there, or omit it.";
		const bytes = await readNamedFile(join(directory, name), { what: name, most: LOGO_MAX_BYTES, todo });
		return await readLogo(bytes, name);
	} catch (error) {
		if (isFailure(error)) return error.message;
		throw error;
	}
}

export function brandOf(slug: string, profile: AgencyProfile, logo: LogoFile | undefined): AgencyBrand {
	const digest = createHash("sha256").update(JSON.stringify([slug, profile]));
	if (logo) digest.update(logo.bytes);
	const version = digest.digest("hex").slice(0, 12);
	if (!logo) return { slug, ...profile, version };
	const { width, height } = logo;
	return { slug, ...profile, logo: { width, height }, version };
}
