/** Where a site stands among the sites of its kind that the wall lists. */
export interface Peers {
	/** Overall scores of all of them, this site's among them. */
	readonly scores: readonly number[];
	readonly says: string;
}

/** The audits of a site in a sentence, and their scores, oldest first. */
export interface Since {
	readonly says: string;
	readonly points: readonly { readonly at: string; readonly score?: number | undefined }[];
}

/** What a brief has where it is known; pages leave the rest out. */
export interface BriefParts {
	/** What is wrong, and what causes it, in a sentence or two. */
	readonly verdict?: string;
	readonly peers?: Peers;
	readonly since?: Since;
}
