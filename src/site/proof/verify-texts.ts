/** Texts of the page that verifies files, in English: another language is another object of the same type. */
export const VERIFY_TEXTS = {
	title: "Verify a receipt",
	description: "Check a receipt and its proof in your browser. The files stay on your machine.",
	heading: "Verify",
	lead: "Choose a proof and its receipt from your disk. Your browser computes every step; the files stay on your machine.",
	files: {
		title: "Files",
		note: "The page of a receipt has both: one ends in `.tlog-proof`, the other in `.json`.",
		noScript: "Choosing files here needs JavaScript.",
		drop: "Drop the files here, or choose them.",
		choose: "Choose files",
		otherKey: "Check with another public key",
		/** Around the form of a key. */
		keyLabel: ["Public key, ", "; several on lines of their own"],
		siteKey: "Without one, the key that this site gives is taken:",
		siteKeys: "Without one, each key that this site gives is taken:",
		address: "<file or address>",
		publicKey: "<public key>",
		noLog: "This site has no log yet, so a key is needed.",
		offline: "The same on your own machine:",
	},
	result: {
		siteKey: "what this site gives",
		noKey: "none yet",
		title: "Result",
		key: "Public key to check with:",
		none: "Nothing has been chosen yet.",
	},
} as const;
