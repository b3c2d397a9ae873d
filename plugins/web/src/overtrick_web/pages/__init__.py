"""The pages that ship with the plugin."""
