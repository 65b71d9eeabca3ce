/**
 * A name that somebody else chose, as the text of a mail may have it: mail programs make links of addresses such as
 * `parcel.example`, and of none whose parts stand apart. No subject has such a name.
 */
export function nameInMail(name: string): string {
	// Full-width marks are read as the plain ones.
	return name.normalize("NFKC").replace(/[.。:/\\@](?! |$)/gu, "$& ");
}
