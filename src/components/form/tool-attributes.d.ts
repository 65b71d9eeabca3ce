/** For agents in a browser that fill in forms (WebMCP's declarative part): Astro does not know these yet. */
declare namespace astroHTML.JSX {
	interface FormHTMLAttributes {
		toolname?: string | undefined;
		tooldescription?: string | undefined;
	}
	/** For a group of choices: browsers look for it on no single choice. */
	interface FieldsetHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
	interface InputHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
	interface SelectHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
	interface TextareaHTMLAttributes {
		toolparamdescription?: string | undefined;
	}
}
