export const metadata = { title: "Example Bindery" };

export default function Layout({ children }) {
	return (
		<html>
			<body>
				<header><nav><a href="/">Home</a> <a href="/about/">About</a></nav></header>
				<div id="content">{children}</div>
				<footer><p>Example Bindery, 12 Mill Lane, Oxford</p></footer>
			</body>
		</html>
	);
}
