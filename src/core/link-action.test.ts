import { expect, test } from "vitest";
import { isOwnAction } from "./link-action.ts";

test.each([
	"/logout",
	"/account/sign-out/",
	"/Logout.php",
	"/wp-login.php?action=logout&_wpnonce=abc",
	"/?logout=1",
	"/items/17/delete",
	"/posts/my-first-post/remove",
	"/delete/17",
	"/delete?id=17",
	"/remove/3f2504e0-4f89-11d3-9a0c-0305e82c3301",
	"/unsubscribe?mail=a@example.com",
	"/unsubscribe/9f8e7d6c5b4a",
	"/shop/?add-to-cart=17",
	"/?add_to_wishlist=17",
	"/cart/add/17",
	"/cart/?action=add&book=salt-roads",
	"/cart/change?line=1&quantity=0",
	"/products/salt-roads/add_to_cart",
	"/items/17?_method=delete",
	"/story/17?do=vote",
	"/blog/17?action=delete",
])("%s is an action", (path) => {
	expect(isOwnAction(`https://example.com${path}`, "example.com")).toBe(true);
});

test.each([
	"/",
	"/blog/how-to-delete-a-branch",
	"/blog/delete",
	"/docs/api/users/delete",
	"/help/logout",
	"/remove/background",
	"/delete-account-faq",
	"/unsubscribe",
	"/vote",
	"/questions?action=add",
	"/search?q=delete",
	"/search?q=add-to-cart&do=search",
	"/cart",
	"/cart/",
	"/news/17?action=view",
	"/logout-policy.html",
	"/logout.html",
	"/remove/wallpaper-easily",
	"/products/add",
])("%s is not an action", (path) => {
	expect(isOwnAction(`https://example.com${path}`, "example.com")).toBe(false);
});

test("a documentation host describes actions", () => {
	expect(isOwnAction("https://docs.example.com/users/delete", "example.com")).toBe(false);
});

test("actions of other sites, and other schemes, do not count", () => {
	expect(isOwnAction("https://shop.example.com/logout", "example.com")).toBe(true);
	expect(isOwnAction("https://notexample.com/logout", "example.com")).toBe(false);
	expect(isOwnAction("ftp://example.com/logout", "example.com")).toBe(false);
	expect(isOwnAction("not an address", "example.com")).toBe(false);
	expect(isOwnAction(null, "example.com")).toBe(false);
});
