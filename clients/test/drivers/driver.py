"""Takes the Python sample as a library: `driver.py sample.py` drives its window, `driver.py sample.py vectors` its functions."""
import base64
import importlib.util
import queue
import sys
import threading

sys.dont_write_bytecode = True
specification = importlib.util.spec_from_file_location("login_sample", sys.argv[1])
sample = importlib.util.module_from_spec(specification)
specification.loader.exec_module(sample)

FIELDS = {"regUsername": "reg_username", "regPassword": "reg_password", "regEmail": "reg_email", "regLicense": "reg_license"}


def say(text):
    # print() writes the end of the line apart: another thread's line could come between
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Driver:
    def __init__(self, app):
        self.app = app
        self.commands = queue.Queue()
        self.shown = {}
        threading.Thread(target=self.read, daemon=True).start()
        self.tick()

    def read(self):
        for line in sys.stdin:
            self.commands.put(line.rstrip("\n"))

    def tick(self):
        self.timer = self.app.after(20, self.tick)
        while not self.commands.empty():
            self.obey(*self.commands.get().split(" ", 2))
            if not self.app.children:  # the window is gone
                return
        self.look()

    def obey(self, command, name="", value=""):
        app = self.app
        if command == "set":
            app.fields[FIELDS.get(name, name)].set(value)
        elif command == "click":
            app.status.set("")
            self.shown["status"] = ""
            self.shown["ready"] = ""
            app.buttons[name].invoke()
        elif command == "status":
            say(app.session_info.get())
        elif command == "accept":
            app.after_idle(lambda: app.tk.eval(".__tk__messagebox.ok invoke"))
        elif command == "close":
            app.after_cancel(self.timer)
            app.tk.eval(app.protocol("WM_DELETE_WINDOW"))

    def look(self):
        app = self.app
        box = ""
        if app.tk.eval("winfo exists .__tk__messagebox") == "1":
            message = app.tk.eval(".__tk__messagebox.msg cget -text")
            box = "[box] %s: %s" % (app.tk.eval("wm title .__tk__messagebox"), message)
        panel = "[main]" if app.main_panel.winfo_ismapped() else "[login]" if app.login_panel.winfo_ismapped() else ""
        is_enabled = not app.buttons["login"].instate(["disabled"])
        info = app.user_info.get() if panel == "[main]" else ""
        now = {"info": info, "status": app.status.get(), "box": box, "ready": panel if is_enabled and not box else ""}
        for name, text in now.items():
            if text and text != self.shown.get(name):
                say(text)
        self.shown = now


def window():
    app = sample.App()
    Driver(app)
    return app.run()


def vectors():
    def decode(text):
        return base64.b64decode(text).decode()

    for line in sys.stdin:
        name, *fields = line.rstrip("\n").split(" ")
        if name == "hwid":
            say(sample.hardware_id(decode(fields[0]), decode(fields[1])))
        elif name == "component":
            say(str(sample.component(*map(decode, fields))))
        elif name == "files":
            say(sample.hardware_id(sample.first_machine_id(*map(decode, fields[1:])), decode(fields[0])))
        elif name == "signed":
            keys, path, nonce, sent, status, body, signature_input, signature = fields
            headers = [None if each == "-" else decode(each) for each in (signature_input, signature)]
            bodies = base64.b64decode(sent), int(status), base64.b64decode(body)
            say(str(sample.signed_at(keys.split(","), decode(path), nonce, *bodies, *headers)))
        elif name == "lease":
            keys, lease, user_id, hwid, clock, mark = fields
            times = float(clock), float(mark)
            holds = sample.lease_holds(decode(lease), int(user_id), decode(hwid), *times, keys.split(","))
            say("holds" if holds else "refused")
        elif name == "values":
            values = (sample.API_KEY, sample.APP_VERSION, sample.ORIGIN, sample.PUBLIC_KEY, sample.NEXT_PUBLIC_KEY)
            for value in (*values, sample.HWID_SALT):
                say(base64.b64encode(value.encode()).decode())


sys.exit(vectors() if sys.argv[2:3] == ["vectors"] else window())
