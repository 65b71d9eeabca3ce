/** Texts that forms and lists share, in English: another language is another object of the same type. A key is how its text begins. */
export const FORM_TEXTS = {
	title: (title: string, hasFaults: boolean) => (hasFaults ? `Error: ${title}` : title),
	error: "Error:",
	faultList: {
		thisWasNotDone: "This was not done",
	},
	fieldFrame: {
		optional: "(optional)",
	},
	pager: {
		newest: "Newest",
		older: "Older",
		pagesOf: (of: string) => `Pages of ${of}`,
	},
	pageNotice: {
		aboutThisPage: "About this page",
	},
} as const;
