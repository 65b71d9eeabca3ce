/** Names of the months and their usual short forms, lower case, in the languages in which visible dates are read. */
const NAMES: readonly (readonly string[])[] = [
	["january jan", "januar jänner jan", "janvier janv", "enero ene", "gennaio gen", "janeiro jan", "januari jan"],
	[
		"february feb",
		"februar feber feb",
		"février févr fév",
		"febrero feb",
		"febbraio feb",
		"fevereiro fev",
		"februari feb",
	],
	["march mar", "märz mär mrz", "mars", "marzo mar", "marzo mar", "março mar", "maart mrt"],
	["april apr", "april apr", "avril avr", "abril abr", "aprile apr", "abril abr", "april apr"],
	["may", "mai", "mai", "mayo may", "maggio mag", "maio mai", "mei"],
	["june jun", "juni jun", "juin", "junio jun", "giugno giu", "junho jun", "juni jun"],
	["july jul", "juli jul", "juillet juil", "julio jul", "luglio lug", "julho jul", "juli jul"],
	["august aug", "august aug", "août", "agosto ago", "agosto ago", "agosto ago", "augustus aug"],
	[
		"september sept sep",
		"september sept sep",
		"septembre sept",
		"septiembre setiembre sept sep",
		"settembre set",
		"setembro set",
		"september sep",
	],
	["october oct", "oktober okt", "octobre oct", "octubre oct", "ottobre ott", "outubro out", "oktober okt"],
	["november nov", "november nov", "novembre nov", "noviembre nov", "novembre nov", "novembro nov", "november nov"],
	["december dec", "dezember dez", "décembre déc", "diciembre dic", "dicembre dic", "dezembro dez", "december dec"],
];

const MONTHS: ReadonlyMap<string, number> = new Map(
	NAMES.flatMap((languages, index) =>
		languages.flatMap((names) => names.split(" ").map((name) => [name, index + 1] as const)),
	),
);

/** Number of a month, from 1; undefined for other words. `word` is lower case. */
export function monthOf(word: string): number | undefined {
	return MONTHS.get(word);
}
