/** Memoizes per object in a WeakMap. @param make of an object that does not change */
export function oncePer<Key extends WeakKey, Made>(make: (key: Key) => Made): (key: Key) => Made {
	const made = new WeakMap<Key, { readonly value: Made }>();
	return (key) => {
		const known = made.get(key) ?? { value: make(key) };
		made.set(key, known);
		return known.value;
	};
}
