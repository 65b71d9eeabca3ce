/** Texts of the page of the log, in English: another language is another object of the same type. */
export const LOG_TEXTS = {
	title: "Log of receipts",
	description:
		"The transparency log of all receipts: its newest checkpoint, its key, and how anyone can verify it with tools that we did not write.",
	heading: "Log",
	lead: "Every receipt becomes an entry of one log that only grows. The entry is a digest and a time. Whoever keeps a receipt can show that it was logged, and whoever keeps a checkpoint can show when an entry has been changed or removed.",
	unsealed: {
		says: "Nothing has been sealed yet, so there is no checkpoint and no key.",
		how: "Receipts wait as files until `npm run seal` takes them into the log. It makes a key where there is none.",
	},
	checkpoint: {
		title: "Checkpoint",
		note: "A checkpoint is the log in three lines: its name, how many leaves it has, and the root over all of them.",
		origin: "Origin",
		leaves: "Leaves",
		leavesAre: (audits: string, rechecks: string, files: string) =>
			`${audits} audits, ${rechecks} later audits that found the same, ${files} that bind a file`,
		root: "Root",
		signedBy: "Signed by",
		onlyKey: "The log’s only key so far",
		newestKey: (count: number) => `The newest of the log’s ${count} keys`,
		cosignedBy: "Cosigned by",
		noWitness: "No witness.",
		quorum: {
			title: "Quorum",
			reached: (name: string) => `“${name}” of policy.txt has cosigned.`,
			missing: (name: string) => `“${name}” of policy.txt has not cosigned this checkpoint.`,
		},
		file: "The file",
		earlier: {
			title: "Earlier ones",
			none: "This is the first.",
			says: "Each is a prefix of every later one; that anyone can check. By number of leaves:",
			before: (count: string) => `Before that: ${count}`,
		},
	},
	entries: {
		title: "Newest entries",
		caption: "The newest entries of the log, the last first",
		leaf: "Leaf",
		receipt: "Receipt, or file",
		kind: "Kind",
		audited: "Audited, or bound",
		foundSame: "found the same",
		bindsFile: "binds a file",
	},
	trust: {
		keys: {
			inUse: "Keys in use, the newest first:",
			retired: "Keys that were given up:",
		},
		title: "What to trust, and what not",
		oneLog: {
			title: "One log for all",
			cosigned:
				"The checkpoint is cosigned by the witnesses named above. A witness signs only what continues the log that it saw before: whoever trusts one, and checks its signature with a key from elsewhere, is shown the log that everybody is shown.",
			alone:
				"No witness has cosigned this checkpoint. The log's owner could therefore keep two logs, and show one to some readers and the other to others (a split view). Two readers who compare checkpoints find out; so does whoever compares them with the history of the repository in which the log is kept.",
		},
		key: {
			title: "The key",
			says: "A key from the same site as the log proves only that both belong together. Compare it with one that you got another way, from whoever runs this installation or from a proof that you kept.",
		},
		change: {
			title: "When keys change",
			says: "A new key signs together with the old one for as long as readers move over; then the old one is given up, and a proof that it alone has signed counts for nothing: get a newer one here.",
			oneKey: "The log has had one key so far.",
		},
		removal: {
			title: "What is taken down",
			says: "An owner can have a receipt [taken down](removal). Its leaf stays, so that the log stays whole; it holds a digest and a time, and names nobody.",
		},
	},
	verifying: {
		files: {
			tiles: "`tile/<level>/<index>` and `tile/entries/<index>`",
			tilesNote: "256 hashes or entries each; the last one of a level ends in .p/<width>",
			checkpoint: "the newest checkpoint, a signed note",
			vkey: "the public key in use",
			vkeys: "the keys in use, the newest first; those that were given up are in retired-vkeys",
			policy: "what a verifier of C2SP tlog-proof needs to know",
			title: "The files",
		},
		title: "How to verify",
		note: "Plain files in open formats. No account, no server that has to answer.",
		browser: {
			title: "In the browser",
			says: "The page of a receipt checks it before your eyes. On the page [Verify](verify) you can drop files that you kept, with a key from elsewhere.",
		},
		command: {
			title: "One command",
			what: "<address or file of a receipt>",
			key: "Better with a key that you got elsewhere: this one came from the same site as the log.",
		},
		tools: {
			title: "Other tools",
			standards: "The log is written to these specifications of C2SP; leaves and nodes are hashed as RFC 6962 says.",
			policy: "Give any tool for them this policy and the `.tlog-proof` of a receipt:",
		},
		byHand: {
			title: "By hand",
			says: "The SHA-256 of a receipt's file is its id. The `extra` line of the proof is the log's entry in base64; it names that id. SHA-256 of a byte 00 and the entry is the leaf; with each further line, SHA-256 of a byte 01, the left and the right hash is the next. The last is the root in the checkpoint.",
		},
	},
	samples:
		"This is a log of samples, `{origin}`. Its private key is public: anyone can sign with it, so a proof from it shows how proofs work, and nothing else.",
} as const;
