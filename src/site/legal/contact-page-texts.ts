/** Texts of the contact page where it has no form, in English: another language is another object of the same type. */
export const CONTACT_PAGE_TEXTS = {
	title: "Contact",
	description: "How to reach whoever runs this installation.",
	lead: "Questions, quotes, corrections: a person reads them.",
	removal: "If your site is shown here and you want it taken down or corrected, see [removal and correction](removal).",
	operator: {
		reachedAt: "Whoever runs this installation can be reached at",
		none: "This installation names no contact. The imprint of the site that hosts these pages, or the people who showed you the link, will know one.",
	},
} as const;
