export interface Refresh<M> {
	/** Seconds. */
	readonly delay: number;
	/** As written; "" if the page reloads itself. */
	readonly address: string;
	/** The meta element; undefined for the header. */
	readonly meta: M | undefined;
}

interface Meta {
	readonly key: string;
	readonly by: string;
	readonly content: string;
}

/** The effective refresh: the header comes before elements, and the first valid one wins. */
export function refreshOf<M extends Meta>(header: string | undefined, metas: readonly M[]): Refresh<M> | undefined {
	const sent = readRefresh(header ?? "");
	if (sent) return { ...sent, meta: undefined };
	for (const meta of metas) {
		if (meta.key !== "refresh" || meta.by !== "http-equiv") continue;
		const stated = readRefresh(meta.content);
		if (stated) return { ...stated, meta };
	}
	return undefined;
}

/** HTML section 4.2.5.3, "shared declarative refresh steps"; undefined if browsers ignore it. */
function readRefresh(content: string): { readonly delay: number; readonly address: string } | undefined {
	const begun = content.replace(/^[\t\n\f\r ]+/, "");
	const [time = ""] = /^[0-9.]*/.exec(begun) ?? [];
	const rest = begun.slice(time.length);
	if (time === "" || (rest !== "" && !/^[;,\t\n\f\r ]/.test(rest))) return undefined;
	const written = rest.replace(/^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/, "").replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, "");
	const quote = /^["']/.exec(written)?.[0];
	const address = quote === undefined ? written : (written.slice(1).split(quote, 1)[0] ?? "");
	return { delay: Number(/^[0-9]*/.exec(time)?.[0] ?? 0), address: address.trim() };
}
