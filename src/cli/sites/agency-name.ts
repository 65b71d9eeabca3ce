import { agencyNameSchema } from "#core/agency/agency.ts";
import { Failure } from "#core/failure.ts";

/** The name that `--agency` gives. @throws Failure `input-invalid` */
export function readAgencyName(given: string): string {
	const { success, data, error } = agencyNameSchema.safeParse(given);
	if (success) return data;
	throw refusedAgency(given, `It ${error.issues[0]?.message}.`, 'Give a name such as --agency "North Pier".');
}

export function refusedAgency(given: string, why: string, todo: string): Failure {
	return new Failure("input-invalid", { what: `--agency "${given}" cannot be used.`, why, todo });
}
