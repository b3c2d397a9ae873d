"""What `overtrick new-plugin` writes: a folder of templates for each kind of plugin.

A template is a file as it will stand, with `.txt` behind its name (`.hex` for bytes, in hexadecimal
digits) and `@@name@@` and the like in the places of the plugin's own words.
"""
