/** Two-letter languages of ISO 639-1, with those that BCP 47 keeps for the old. */
const LANGUAGES = words(`
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw
ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng
nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv
sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu`);

/** Countries of ISO 3166-1 alpha-2, and XK, by which Kosovo is known while it has no code of its own. */
const REGIONS = words(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS XK YE YT ZA ZM ZW`);

/** Countries and long codes that are taken for languages. */
const MEANT_LANGUAGE: Readonly<Record<string, string>> = Object.fromEntries(
	`at de-AT|au en-AU|cn zh-CN|cz cs|dk da|gb en-GB|gr el|jp ja|mx es-MX|us en-US|ara ar|chi zh|cze cs|dan da|deu de|
dut nl|ell el|eng en|esp es|fra fr|fre fr|ger de|gre el|hin hi|ita it|jpn ja|kor ko|nld nl|pol pl|por pt|rus ru|spa es|
swe sv|tur tr|ukr uk|vie vi|zho zh`
		.split(/\|\s*/)
		.map((pair) => pair.split(" ")),
);
/** Regions that people write and ISO 3166-1 does not have; "" for those that are no country at all. */
const MEANT_REGION: Readonly<Record<string, string>> = { UK: "GB", EN: "GB", EU: "", UN: "", LA: "", AP: "" };

const TAG = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?((?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*)$/i;

/** What is wrong with an hreflang value, as the end of a sentence, and what may have been meant. */
export type CodeFault = { readonly why: string; readonly meant?: string | undefined };

/**
 * Judges an hreflang value: `x-default`, or a language, optionally with script and country (BCP 47; Google reads
 * ISO 639-1 and ISO 3166-1 alpha-2). Three-letter languages that have no shorter code are let be.
 *
 * @returns undefined where nothing is wrong
 */
export function codeFault(value: string): CodeFault | undefined {
	const code = value.trim();
	if (code.toLowerCase() === "x-default") return undefined;
	if (code === "") return { why: "is empty" };
	const [, language = "", script, region, variants = ""] = TAG.exec(code) ?? [];
	if (language === "") return { why: "is no language tag", meant: repaired(code) };
	const meantLanguage = languageFault(language);
	if (meantLanguage) return meantLanguage;
	if (region === undefined) return undefined;
	const start = [language.toLowerCase(), script].filter((part) => part !== undefined).join("-");
	return regionFault(start, region.toUpperCase(), variants);
}

function languageFault(written: string): CodeFault | undefined {
	const language = written.toLowerCase();
	const meant = MEANT_LANGUAGE[language];
	if (LANGUAGES.has(language)) return undefined;
	if (language.length === 3)
		return meant === undefined ? undefined : { why: `begins with "${written}", whose code has two letters`, meant };
	const why = REGIONS.has(language.toUpperCase())
		? `begins with "${written}", which is a country and no language`
		: `begins with "${written}", which is no language of ISO 639-1`;
	return { why, meant };
}

function regionFault(start: string, region: string, variants: string): CodeFault | undefined {
	// Laos is a country; with Spanish it is meant for Latin America.
	if (REGIONS.has(region) && !(region === "LA" && start === "es")) return undefined;
	if (/^\d/.test(region))
		return { why: `ends in "${region}", an area of several countries, which Google does not read`, meant: start };
	const country = MEANT_REGION[region];
	const meant = country === undefined ? undefined : `${country === "" ? start : `${start}-${country}`}${variants}`;
	return { why: `ends in "${region}", which is no country of ISO 3166-1`, meant };
}

/** `en_US` → `en-US` */
function repaired(code: string): string | undefined {
	const hyphened = code.replaceAll("_", "-");
	return hyphened !== code && codeFault(hyphened) === undefined ? hyphened : undefined;
}

function words(text: string): ReadonlySet<string> {
	return new Set(text.trim().split(/\s+/));
}
