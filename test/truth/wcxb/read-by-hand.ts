/** Disagreements with the benchmark that somebody read on the page, by what was found there. Others stay open. */

const ids = (list: string): readonly string[] => list.split(/\s+/);

interface Reading {
	readonly judge: string;
	readonly found: string;
	readonly ids: readonly string[];
}

const READINGS: readonly Reading[] = [
	{
		judge: "WCXB, authors",
		found: "a name without a label, tag or class that marks an author",
		ids: ids(`0026 0065 0097 0141 0149 0525 0533 0535 0541 0555 0556 0557 0558 0573 0574 4089 4147 4278 4311 4312 4314 4320
			4492 4607 4802 4838`),
	},
	{ judge: "WCXB, authors", found: "the data names the publisher, a box the reviewing expert", ids: ids("0027") },
	{
		judge: "WCXB, authors",
		found: "not an article or discussion to us, so we read no author",
		ids: ids("0118 0143 0164 0194 0205 0302 0423 0497 2859 4001 4409 4411"),
	},
	{
		judge: "WCXB, dates",
		found: "the page shows an update; the benchmark takes the publication date from data",
		ids: ids("0039 0057 0149 0163 0243 0246 4020"),
	},
	{
		judge: "WCXB, dates",
		found: "not an article or discussion to us, so we read no date",
		ids: ids("0097 0107 0126 0143 0154 0179 0203 0205 0497 0498 1766 4001 4409 4411"),
	},
	{
		judge: "WCXB, dates",
		found: "written by a script or in a format that we do not parse",
		ids: ids("0064 0098 0233 0237 0244 0525 0533 0574 4008 4314"),
	},
	{ judge: "WCXB, dates", found: "the same hour in another time zone", ids: ids("0103 0526 0558 0579") },
	{
		judge: "WCXB, dates",
		found: "we read the date of an account, a teaser or the last reply",
		ids: ids("0067 0150 0538 0540 0556 0562 0573"),
	},
	{
		judge: "WCXB, article or not",
		found: "the page's data or tags mark it as an article",
		ids: ids("0181 0338 0526 0716 0718 2102 2904 2905 4020"),
	},
	{
		judge: "WCXB, article or not",
		found: "author and date are shown as in an article",
		ids: ids("0204 0260 0570 0575"),
	},
	{
		judge: "WCXB, article or not",
		found: "no data, tag, byline, date or address marks it as an article",
		ids: ids(`0005 0012 0014 0022 0036 0038 0045 0081 0095 0097 0107 0113 0115 0118 0124 0125 0126 0138 0139 0143 0154 0164
			0177 0179 0180 0210 0226 0251`),
	},
];

/** What was found on the page; "" where nobody has read it. */
export function readingOf(judge: string, id: string): string {
	return READINGS.find((reading) => reading.judge === judge && reading.ids.includes(id))?.found ?? "";
}
